package io.faregate.router.usage;

import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The one row of one call, whatever its end. Immutable but for {@link Attempted}, which nobody changes any more when
 * the row is made. Times are milliseconds of the epoch, money is picodollars, {@link #UNKNOWN} is a number that nobody
 * knows and becomes null. Tokens and cost are not here: they are the sums over the attempts.
 *
 * @param call who asked, and when
 * @param assignment where the request was led to before anything was known of its fate
 * @param asked what was demanded
 * @param served who answered, or was tried last
 * @param ending how and when it ended
 * @param tried what was called and what was passed over, in order
 */
public record UsageRow(Call call, Assignment assignment, Asked asked, Served served, Ending ending, Attempted tried) {
    /** A number that nobody knows. */
    public static final long UNKNOWN = -1;

    /**
     * Who asked.
     *
     * @param rowId tells duplicates apart, see {@link RowId}
     * @param arrivedMillis decides the day of the budgets
     * @param taskGiven whether the client named the task, else it is the request's own
     * @param key the name of the virtual key, or null
     */
    public record Call(
            UUID rowId,
            long arrivedMillis,
            String requestId,
            String taskId,
            boolean taskGiven,
            @Nullable String key) {}

    /**
     * Where the request was led to. One object serves all requests of one arm of a route.
     *
     * @param route the route's name, or null when the asked name led nowhere
     * @param experiment the salt of the canary, or null outside of one
     * @param arm {@code primary} or {@code challenger}, or null outside the experiment
     * @param share the challenger's share as a fraction, or null without a canary
     * @param assignedTarget the head of the chain by the arm, or null
     * @param epochKey the digest of what is compared, or null
     */
    public record Assignment(
            @Nullable String route,
            @Nullable String experiment,
            @Nullable String arm,
            @Nullable BigDecimal share,
            @Nullable String assignedTarget,
            @Nullable String epochKey) {
        /** A request whose model leads nowhere. */
        public static final Assignment NOWHERE = new Assignment(null, null, null, null, null, null);
    }

    /**
     * What was demanded.
     *
     * @param surface the name of the endpoint in rows
     * @param needs mask of {@link io.faregate.router.catalog.Capability}
     * @param requestedModel the name the client asked for, or null when it named none
     * @param estimatedInputTokens the estimate of the prompt, or {@link #UNKNOWN} when it could not be read
     * @param askedOutputTokens the stated maximum of one answer, or {@link #UNKNOWN} without one
     */
    public record Asked(
            String surface,
            int needs,
            @Nullable String requestedModel,
            boolean stream,
            long estimatedInputTokens,
            long askedOutputTokens) {}

    /**
     * Who answered, or was tried last; all null when nobody was.
     *
     * @param priceVersion of the price the answer was billed at
     */
    public record Served(
            @Nullable String target,
            @Nullable String provider,
            @Nullable String model,
            @Nullable String priceVersion) {
        /** Nobody was called. */
        public static final Served NOBODY = new Served(null, null, null, null);
    }

    /**
     * How it ended.
     *
     * @param status the status the client got, 0 when it had gone before it got one
     * @param errorCode the code of the error the client got, or null
     * @param usageSource where the tokens come from, or null when there are none to speak of
     * @param units what was billed besides tokens: images made, characters spoken, milliseconds heard
     * @param setMaxTokens the maximum that the router set itself, or {@link #UNKNOWN}
     * @param chargedPicoUsd what the budgets were charged; never unknown
     * @param latencyMillis from the last byte of the request to the last byte of the answer
     * @param firstTokenMillis to the first event that carries something, or {@link #UNKNOWN}
     * @param fallthrough whether the head of the chain failed or was skipped
     * @param dayTotalPicoUsd what this process knows to be settled on the day of arrival, this call included
     */
    public record Ending(
            long endedMillis,
            int status,
            Outcome outcome,
            @Nullable String errorCode,
            @Nullable UsageSource usageSource,
            long units,
            long setMaxTokens,
            long chargedPicoUsd,
            long latencyMillis,
            long firstTokenMillis,
            boolean fallthrough,
            long dayTotalPicoUsd) {}

    /** The kinds of end. */
    public enum Outcome {
        SERVED("served"),
        REFUSED("refused"),
        FAILED("failed"),
        CANCELED("canceled"),
        TRUNCATED("truncated");

        private final String key;

        Outcome(String key) {
            this.key = key;
        }

        /** The word in rows. */
        public String key() {
            return key;
        }
    }

    /** Where token counts come from. */
    public enum UsageSource {
        PROVIDER("provider"),
        ESTIMATED("estimated");

        private final String key;

        UsageSource(String key) {
            this.key = key;
        }

        /** The word in rows. */
        public String key() {
            return key;
        }
    }
}
