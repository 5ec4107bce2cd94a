package io.faregate.analytics.incident;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An alarm with the time from which to which it stood. Immutable.
 *
 * @param alarm as it was when it began
 * @param openedMicros microseconds since 1970, UTC
 * @param closedMicros likewise; null while it lasts
 */
public record Incident(
        Alarm alarm, long openedMicros, @Nullable Long closedMicros) {
    private static final int ID_DIGITS = 16;

    /** The same for the same beginning, on every machine: what a webhook is told twice is known by it. */
    public String id() {
        String text = alarm.kind().wireName() + '\n' + alarm.subject() + '\n' + openedMicros;
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, ID_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /** Whether it lasts. */
    public boolean open() {
        return closedMicros == null;
    }

    /** The same, over at that time. */
    public Incident closed(long micros) {
        return new Incident(alarm, openedMicros, micros);
    }
}
