package io.faregate.analytics.incident;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Something that is out of the usual now. Immutable.
 *
 * @param subject which target, model or experiment; empty for all traffic
 * @param observed the figure that is out of the usual: a rate, dollars, a count
 * @param usual what it usually is; null where nothing is usual
 * @param detail the same as a sentence
 */
public record Alarm(
        Kind kind,
        String subject,
        @Nullable BigDecimal observed,
        @Nullable BigDecimal usual,
        String detail) {
    /** What tells one alarm from another: there is at most one of a subject at a time. */
    public Key key() {
        return new Key(kind, subject);
    }

    /** A kind of alarm about one subject. */
    public record Key(Kind kind, String subject) {}
}
