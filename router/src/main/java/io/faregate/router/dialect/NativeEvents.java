package io.faregate.router.dialect;

import io.faregate.router.wire.SseScanner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Passes a provider's own events on inside the chunks that tell what they mean: each event in the first chunk it makes,
 * or in an empty one. Not thread-safe; one for a stream.
 */
final class NativeEvents implements SseScanner.Listener {
    private static final byte[] NOTHING_SAID =
            "{\"object\":\"chat.completion.chunk\",\"choices\":[]}".getBytes(StandardCharsets.US_ASCII);

    private final SseScanner.Listener downstream;
    private final SseScanner.Listener translation;
    private final List<byte[]> chunks = new ArrayList<>();
    private boolean comment;
    private boolean failed;

    /**
     * A pass for one stream.
     *
     * @param translation makes the listener that turns the provider's events into chunks for another
     */
    NativeEvents(SseScanner.Listener downstream, Function<SseScanner.Listener, SseScanner.Listener> translation) {
        this.downstream = downstream;
        this.translation = translation.apply(new SseScanner.Listener() {
            @Override
            public void onEvent(String name, byte[] bytes, int offset, int length) {
                failed |= !name.isEmpty();
                chunks.add(Arrays.copyOfRange(bytes, offset, offset + length));
            }

            @Override
            public void onComment() {
                comment = true;
            }
        });
    }

    @Override
    public void onEvent(String name, byte[] bytes, int offset, int length) {
        chunks.clear();
        comment = false;
        failed = false;
        translation.onEvent(name, bytes, offset, length);
        if (comment) {
            downstream.onComment();
            return;
        }
        if (failed) {
            byte[] error = chunks.get(chunks.size() - 1);
            downstream.onEvent("error", error, 0, error.length);
            return;
        }
        boolean saysSomething = !chunks.isEmpty() && chunks.get(0)[0] == '{';
        byte[] first = saysSomething ? chunks.remove(0) : NOTHING_SAID;
        send(NativeText.in(first, name, bytes, offset, length));
        chunks.forEach(this::send);
    }

    @Override
    public void onComment() {
        downstream.onComment();
    }

    private void send(byte[] chunk) {
        downstream.onEvent("", chunk, 0, chunk.length);
    }
}
