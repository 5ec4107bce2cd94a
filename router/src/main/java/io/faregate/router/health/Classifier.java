package io.faregate.router.health;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Tells what a provider's failure was, from status, headers and body, by the table of {@link FailureTable}. Stateless;
 * never throws, whatever a body holds.
 */
public final class Classifier {
    private static final long MOST_BENCH_MILLIS = 15 * 60_000L;
    private static final long MOST_QUOTA_MILLIS = 26 * 3_600_000L;

    private Classifier() {}

    /** Loads what the first failed answer would have to wait for; on any thread. */
    public static void prepare() {
        ErrorBody.read(new byte[] {'{', '}'}, 0, 2);
    }

    /**
     * An answer with a status that is no success.
     *
     * @param header gives a response header by its lower-case name, or null
     * @param body may be cut off after some 256 KiB
     * @param provider the provider's name
     * @param secret the key it was called with, kept out of its words
     */
    public static Failure classify(
            int status,
            UnaryOperator<@Nullable String> header,
            byte[] body,
            String provider,
            @Nullable String secret,
            long nowMillis) {
        ErrorBody said = ErrorBody.read(body, 0, body.length);
        return failure(status, status, said, header, provider, secret, false, nowMillis);
    }

    /**
     * An error told in spite of a good status, in a plain answer or in an event.
     *
     * @param status the status that came
     * @param billable whether the provider may charge for what came before
     */
    public static Failure classifyTold(
            int status,
            UnaryOperator<@Nullable String> header,
            byte[] bytes,
            int offset,
            int length,
            String provider,
            @Nullable String secret,
            boolean billable,
            long nowMillis) {
        ErrorBody said = ErrorBody.read(bytes, offset, length);
        return failure(status, said.status(), said, header, provider, secret, billable, nowMillis);
    }

    /** An answer that is empty, HTML, cut off or otherwise none. */
    public static Failure unreadable(int status, byte[] body) {
        String start = new String(body, 0, Math.min(body.length, 64), StandardCharsets.ISO_8859_1)
                .strip()
                .toLowerCase(Locale.ROOT);
        String found = start.isEmpty() ? "an empty answer" : start.startsWith("<") ? "a page" : "an unreadable answer";
        boolean billable = !start.isEmpty() && !start.startsWith("<");
        return new Failure(FailureClass.UPSTREAM_5XX, status, found, null, null, Failure.NOT_TOLD, true, billable);
    }

    private static Failure failure(
            int received,
            int status,
            ErrorBody said,
            UnaryOperator<@Nullable String> header,
            String provider,
            @Nullable String secret,
            boolean billable,
            long nowMillis) {
        FailureRule rule = rule(provider, status, said);
        FailureClass failureClass = rule == null ? byStatus(status) : rule.failureClass();
        String reason = rule != null ? rule.reason() : status == 0 ? "told an error" : "HTTP " + status;
        boolean ofClient = failureClass.clientStatus() == 0 || failureClass == FailureClass.CONTENT_POLICY;
        int told = ofClient && received < 400 ? Math.max(status, 400) : received;
        String code =
                said.codes().isEmpty() ? null : Secrets.redact(said.codes().get(0), secret);
        return new Failure(
                failureClass,
                told,
                reason,
                code,
                Secrets.redact(said.message(), secret),
                wait(failureClass, header, said, nowMillis),
                rule == null || rule.benches(),
                billable);
    }

    private static @Nullable FailureRule rule(String provider, int status, ErrorBody said) {
        Integer boxed = status;
        for (FailureRule rule : FailureTable.RULES) {
            if (rule.fits(provider, boxed, said)) {
                return rule;
            }
        }
        return null;
    }

    private static FailureClass byStatus(int status) {
        return status >= 400 && status < 500 ? FailureClass.BAD_REQUEST : FailureClass.UPSTREAM_5XX;
    }

    private static long wait(
            FailureClass failureClass, UnaryOperator<@Nullable String> header, ErrorBody said, long nowMillis) {
        boolean ofLimits = switch (failureClass) {
            case RPM, RATE_LIMITED, QUEUE_FULL, QUOTA_EXHAUSTED -> true;
            default -> false;
        };
        // Waiting mends neither a key nor a request.
        boolean mends = ofLimits || failureClass == FailureClass.UPSTREAM_5XX || failureClass == FailureClass.TIMEOUT;
        if (!mends) {
            return Failure.NOT_TOLD;
        }
        long wait = RetryAfter.told(header, said.root(), nowMillis);
        if (wait == RetryAfter.NOT_TOLD && ofLimits) {
            wait = RetryAfter.gathered(header, said.root(), said.text(), nowMillis);
        }
        long most = failureClass == FailureClass.QUOTA_EXHAUSTED ? MOST_QUOTA_MILLIS : MOST_BENCH_MILLIS;
        return wait == RetryAfter.NOT_TOLD ? Failure.NOT_TOLD : Math.min(wait, most);
    }
}
