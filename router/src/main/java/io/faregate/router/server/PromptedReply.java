package io.faregate.router.server;

import io.faregate.router.dialect.PromptedStream;
import io.faregate.router.dialect.PromptedTools;
import io.faregate.router.health.Failure;
import io.faregate.router.health.FailureClass;
import io.faregate.router.wire.SseScanner;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one call makes of the answer of a model that was told its tools in words. A call that cannot be read is asked
 * for once more, then others are asked; when nobody is left the text goes out as it is, unless a call is required.
 * Confined to its event loop.
 */
final class PromptedReply implements PromptedStream.Watcher {
    private static final String UNREAD = "the model's tool call could not be read";

    private final Exchange exchange;
    private final AttemptCall call;
    private final PromptedTools tools;
    private final boolean corrects;
    private PromptedTools.@Nullable Correction correction;
    private @Nullable StreamRelay relay;
    private boolean holds;

    PromptedReply(Exchange exchange, AttemptCall call, PromptedTools tools, boolean corrects) {
        this.exchange = exchange;
        this.call = call;
        this.tools = tools;
        this.corrects = corrects;
        exchange.loop.shared().metrics().prompted(call.candidate());
    }

    /** What was told. */
    PromptedTools tools() {
        return tools;
    }

    /** Reads the chunks of a stream on their way to a listener. */
    SseScanner.Listener chunks(StreamRelay listener) {
        relay = listener;
        return new PromptedStream(listener, tools, exchange.loop::random, this);
    }

    /** Why an answer with such a text is none for the client, or null when it goes out as it is. */
    @Nullable
    Failure failure(PromptedTools.Correction unread) {
        if (!corrects) {
            correction = unread;
        } else if (!tools.required() && !exchange.othersLeft()) {
            return null;
        }
        return unread();
    }

    private static Failure unread() {
        return new Failure(FailureClass.UPSTREAM_5XX, 0, UNREAD, null, null, Failure.NOT_TOLD, false, true);
    }

    /** What the same target is to be asked to correct, or null. */
    PromptedTools.@Nullable Correction correction() {
        return correction;
    }

    @Override
    public void onHeld() {
        long now = exchange.loop.nowNanos();
        if (holds) {
            call.bound().progress(now);
        } else {
            holds = true;
            call.bound().idle(now, call.candidate().target().idleTimeoutNanos());
        }
    }

    @Override
    public boolean onUnread(PromptedTools.Correction unread) {
        StreamRelay stream = Objects.requireNonNull(relay);
        if (stream.committed()) {
            // What was sent cannot be taken back; where a call is required a break is more honest than a clean end.
            if (tools.required()) {
                stream.fail(unread());
            }
            return !tools.required();
        }
        Failure failure = failure(unread);
        if (failure != null) {
            stream.fail(failure);
        }
        return failure == null;
    }
}
