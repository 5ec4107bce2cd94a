package io.faregate.router.health;

import org.jspecify.annotations.Nullable;

/**
 * One attempt that failed, as far as policy cares.
 *
 * @param status the HTTP status received, 0 when there was none
 * @param reason what happened in a few words of ours, fit for rows and for the client
 * @param providerCode the error code the provider gave, or null
 * @param providerMessage the provider's words, bounded and redacted; shown only for refusals that are the client's to
 *     mend
 * @param retryAfterMillis the wait that was told, {@link #NOT_TOLD} without one
 * @param benches false when this failure holds nobody back (it says something about this request only)
 * @param billable whether the provider may have billed the attempt (answer bytes, or no answer to what was sent)
 */
public record Failure(
        FailureClass failureClass,
        int status,
        String reason,
        @Nullable String providerCode,
        @Nullable String providerMessage,
        long retryAfterMillis,
        boolean benches,
        boolean billable) {
    /** No wait was told. */
    public static final long NOT_TOLD = -1;

    /** An answer that is more than we take or have memory for: that says nothing against who gave it. */
    public static Failure tooLong(String reason) {
        return new Failure(FailureClass.UPSTREAM_5XX, 200, reason, null, null, NOT_TOLD, false, true);
    }

    /** A failure told by a transport event rather than by an answer. */
    public static Failure transport(FailureClass failureClass, String reason, boolean billable) {
        return new Failure(failureClass, 0, reason, null, null, NOT_TOLD, true, billable);
    }
}
