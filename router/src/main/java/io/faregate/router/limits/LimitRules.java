package io.faregate.router.limits;

import java.time.ZoneId;

/**
 * The limits one key or one target is held to. Immutable.
 *
 * @param rpm requests in any minute, or {@link #UNLIMITED}
 * @param rpd requests in a calendar day of {@code zone}, or {@link #UNLIMITED}
 * @param tpm tokens in any minute, or {@link #UNLIMITED}
 * @param cooldownNanos least time from one call to the next, 0 without
 * @param zone where the provider's day begins at midnight
 */
public record LimitRules(long rpm, long rpd, long tpm, long cooldownNanos, ZoneId zone) {
    /** No limit; 0 is a limit that lets nothing through. */
    public static final long UNLIMITED = -1;
}
