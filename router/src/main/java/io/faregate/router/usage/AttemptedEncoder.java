package io.faregate.router.usage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes what was tried as the {@code attempted} array of answers and errors:
 * {@code [{"target","model","result":"served|failed|skipped","reason","status","latency_ms","changed":[…]}]}, the last
 * only where something of the request was changed. Not thread-safe: one for each event loop.
 */
public final class AttemptedEncoder {
    private static final byte[] FIRST = JsonBytes.ascii("[{\"target\":");
    private static final byte[] NEXT = JsonBytes.ascii(",{\"target\":");
    private static final byte[] CHANGED = JsonBytes.ascii(",\"changed\":[");
    private static final byte[] COMMA = JsonBytes.ascii(",");
    private static final byte[] EMPTY = JsonBytes.ascii("[]");
    private static final byte[] REQUEST_ID = JsonBytes.ascii("{\"request_id\":");
    private static final byte[] TARGET = JsonBytes.ascii(",\"target\":");
    private static final byte[] ARM = JsonBytes.ascii(",\"arm\":");
    private static final byte[] ATTEMPTED = JsonBytes.ascii(",\"attempted\":");

    private final JsonBytes out = new JsonBytes();

    /** The array as UTF-8. */
    public byte[] encode(Attempted attempted) {
        out.clear();
        steps(attempted.steps());
        return out.toByteArray();
    }

    /** The value of the member that is added to answers: the request, who serves it, and what was tried. */
    public byte[] member(String requestId, String target, @Nullable String arm, Attempted attempted) {
        out.clear();
        out.raw(REQUEST_ID).string(requestId);
        out.raw(TARGET).string(target);
        out.raw(ARM).string(arm);
        out.raw(ATTEMPTED);
        steps(attempted.steps());
        return out.put('}').toByteArray();
    }

    private void steps(List<Tried> steps) {
        if (steps.isEmpty()) {
            out.raw(EMPTY);
            return;
        }
        for (int i = 0; i < steps.size(); i++) {
            Tried step = steps.get(i);
            out.raw(i == 0 ? FIRST : NEXT).string(step.target());
            out.raw(Field.MODEL.member()).string(step.model(), UsageRowEncoder.MAX_TEXT_CHARS);
            if (step instanceof Attempt attempt) {
                boolean served = attempt.result() == Attempt.Result.SERVED;
                end(served ? "served" : "failed", attempt.reason(), attempt.status(), attempt.latencyMillis());
                changed(attempt.changed());
            } else if (step instanceof Skip skip) {
                end("skipped", skip.reason(), 0, Attempt.UNKNOWN);
            }
            out.put('}');
        }
        out.put(']');
    }

    private void end(String result, @Nullable String reason, int status, long latencyMillis) {
        out.raw(Field.RESULT.member()).string(result);
        out.raw(Field.REASON.member()).string(reason, UsageRowEncoder.MAX_TEXT_CHARS);
        out.raw(Field.STATUS.member()).count(status == 0 ? Attempt.UNKNOWN : status);
        out.raw(Field.LATENCY_MS.member()).count(latencyMillis);
    }

    private void changed(List<String> changed) {
        for (int i = 0; i < changed.size(); i++) {
            out.raw(i == 0 ? CHANGED : COMMA).string(changed.get(i), UsageRowEncoder.MAX_TEXT_CHARS);
        }
        if (!changed.isEmpty()) {
            out.put(']');
        }
    }
}
