package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.router.wire.SseScanner.EventTooLong;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SseScannerTest {
    private static final int BOUND = 1 << 20;

    private static final List<String> LINES = List.of(
            ": wait",
            "",
            "data:{\"a\":1}",
            "",
            "event: message",
            "id: 7",
            "retry: 3000",
            "data: {\"a\":",
            "data: \"\u00fc\u2028\u0085\uD83D\uDE42\"}",
            "",
            "data:",
            "",
            "data: ",
            "",
            "event: ping",
            "data: {}",
            "unknown: x",
            "data",
            "",
            "datax: 1",
            "",
            "data: [DONE]",
            "",
            "");

    private static final String EVERYTHING = String.join("\n", LINES);

    private static final List<String> EVERYTHING_SEEN =
            List.of("#", "|{\"a\":1}", "message|{\"a\":\n\"\u00fc\u2028\u0085\uD83D\uDE42\"}", "ping|{}\n", "|[DONE]");

    private static List<String> read(SseScanner scanner, byte[]... pieces) throws EventTooLong {
        List<String> seen = new ArrayList<>();
        SseScanner.Listener listener = listener(seen);
        for (byte[] piece : pieces) {
            byte[] copy = piece.clone();
            scanner.feed(copy, 0, copy.length, listener);
            Arrays.fill(copy, (byte) 'X');
        }
        return seen;
    }

    private static SseScanner.Listener listener(List<String> seen) {
        return new SseScanner.Listener() {
            @Override
            public void onEvent(String name, byte[] bytes, int offset, int length) {
                seen.add(name + "|" + new String(bytes, offset, length, StandardCharsets.UTF_8));
            }

            @Override
            public void onComment() {
                seen.add("#");
            }
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] slice(byte[] bytes, int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void readsTheSameWhereverReadsAreTorn(String lineEnd) throws EventTooLong {
        byte[] stream = utf8("\uFEFF" + EVERYTHING.replace("\n", lineEnd));
        assertThat(read(new SseScanner(BOUND), stream)).isEqualTo(EVERYTHING_SEEN);
        for (int i = 0; i <= stream.length; i++) {
            byte[] head = slice(stream, 0, i);
            byte[] tail = slice(stream, i, stream.length);
            assertThat(read(new SseScanner(BOUND), head, tail))
                    .as("torn at %d", i)
                    .isEqualTo(EVERYTHING_SEEN);
        }
        byte[][] single = new byte[stream.length][];
        for (int i = 0; i < stream.length; i++) {
            single[i] = slice(stream, i, i + 1);
        }
        assertThat(read(new SseScanner(BOUND), single)).isEqualTo(EVERYTHING_SEEN);
    }

    @Test
    void readsTheSameInRandomPiecesWithMixedLineEnds() throws EventTooLong {
        SplittableRandom random = new SplittableRandom(20261129);
        String[] ends = {"\n", "\r\n", "\r"};
        for (int round = 0; round < 2_000; round++) {
            StringBuilder text = new StringBuilder();
            for (String line : EVERYTHING.split("\n", -1)) {
                String end = ends[random.nextInt(3)];
                // A lone LF behind a lone CR would read as one line end.
                boolean merges = text.length() > 0 && text.charAt(text.length() - 1) == '\r' && line.isEmpty();
                text.append(line).append(merges && end.equals("\n") ? "\r" : end);
            }
            byte[] stream = utf8(text.toString());
            List<byte[]> pieces = new ArrayList<>();
            for (int at = 0; at < stream.length; ) {
                int next = Math.min(stream.length, at + random.nextInt(12));
                pieces.add(slice(stream, at, next));
                at = next;
            }
            assertThat(read(new SseScanner(BOUND), pieces.toArray(byte[][]::new)))
                    .as("round %d", round)
                    .isEqualTo(EVERYTHING_SEEN);
        }
    }

    @Test
    void tellsAnEventAsSoonAsItsBlankLineBegins() throws EventTooLong {
        SseScanner scanner = new SseScanner(BOUND);
        assertThat(read(scanner, utf8("data:b\r"))).isEmpty();
        assertThat(read(scanner, utf8("\n\r"))).containsExactly("|b");
        assertThat(read(scanner, utf8("\ndata:c\n\n"))).containsExactly("|c");
    }

    @Test
    void takesABrokenOffByteOrderMarkForBytes() throws EventTooLong {
        byte[] odd = {(byte) 0xEF, (byte) 0xBB, 'd', '\n', '\n', 'd', 'a', 't', 'a', ':', '1', '\n', '\n'};
        assertThat(read(new SseScanner(BOUND), odd)).containsExactly("|1");
        assertThat(read(new SseScanner(BOUND), slice(odd, 0, 1), slice(odd, 1, odd.length)))
                .containsExactly("|1");
    }

    @Test
    void endsWithAnEventThatLacksItsBlankLine() throws EventTooLong {
        for (String last : List.of("data: [DONE]", "data: [DONE]\n", "data: [DONE]\r\n")) {
            SseScanner scanner = new SseScanner(BOUND);
            List<String> seen = new ArrayList<>();
            scanner.feed(utf8(last), 0, last.length(), listener(seen));
            assertThat(seen).isEmpty();
            assertThat(scanner.pending()).isTrue();
            scanner.end(listener(seen));
            assertThat(seen).containsExactly("|[DONE]");
            assertThat(scanner.pending()).isFalse();
        }
    }

    @Test
    void givesUpOnAnEventWithoutEnd() throws EventTooLong {
        SseScanner scanner = new SseScanner(1000);
        byte[] filler = utf8("x".repeat(100));
        assertThat(read(scanner, utf8("data: " + "y".repeat(990) + "\n\n"))).hasSize(1);
        read(scanner, utf8("data:"));
        for (int i = 0; i < 9; i++) {
            read(scanner, filler);
        }
        assertThatThrownBy(() -> read(scanner, filler))
                .isInstanceOf(EventTooLong.class)
                .hasMessage("an event of more than 1000 bytes");
    }

    @Test
    void givesUpOnEndlessDataLines() {
        SseScanner scanner = new SseScanner(1000);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        read(scanner, utf8("data: 0123456789\n"));
                    }
                })
                .isInstanceOf(EventTooLong.class);
    }
}
