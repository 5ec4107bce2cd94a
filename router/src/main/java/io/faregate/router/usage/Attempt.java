package io.faregate.router.usage;

import io.faregate.router.cost.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One real call to one target, as the row and the answer tell it. Immutable.
 *
 * @param failureClass the class of its failure, or null
 * @param reason what happened in a few words of ours, or null when it served
 * @param status the HTTP status received, 0 when there was none
 * @param usage what it used, as told or as estimated, or null when nobody knows
 * @param costPicoUsd what it cost, or {@link #UNKNOWN}
 * @param estimatedCostPicoUsd what it was expected to cost, or {@link #UNKNOWN} without a price
 * @param billed whether it had begun to answer: then an unknown cost makes the row's unknown, while a call that got
 *     no byte of an answer leaves it as it is
 * @param changed what the target's dialect could not say and was left out
 * @param panic whether it was called in spite of its bench
 */
public record Attempt(
        String target,
        String provider,
        String model,
        Result result,
        @Nullable String failureClass,
        @Nullable String reason,
        int status,
        long latencyMillis,
        @Nullable Usage usage,
        long costPicoUsd,
        long estimatedCostPicoUsd,
        boolean billed,
        List<String> changed,
        boolean panic)
        implements Tried {
    /** A number that nobody knows. */
    public static final long UNKNOWN = -1;

    /** How a call ended. */
    public enum Result {
        SERVED("served"),
        FAILED("failed"),
        /** The client had gone. */
        CANCELED("canceled"),
        /** It broke after content had been sent. */
        TRUNCATED("truncated");

        private final String key;

        Result(String key) {
            this.key = key;
        }

        /** The word in rows. */
        public String key() {
            return key;
        }
    }
}
