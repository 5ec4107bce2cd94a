package io.faregate.analytics.decide;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a canary must show, per route. Fixed before an epoch: a changed policy judges the same sums anew. Immutable.
 *
 * @param window how long after its first call a task's cost counts
 * @param outcomeWindow how long after its first call a task's feedback counts, at least {@code window}
 * @param mode what counts as success
 * @param alpha risk of a false promotion, and of a false rollback, one-sided, over all looks
 * @param minSaving promised saving, a fraction of the primary's cost
 * @param maxCostIncrease a proven increase beyond this fraction rolls back
 * @param minDays no promotion and no futility stop before this age; may be 0 or a fraction
 * @param maxDays an undecided epoch stops at this age
 * @param margins how much worse than the primary is still as good
 * @param latencyProof how much the latency statement asks
 * @param tailStress how many more tasks as dear as the dearest the verdict must survive
 * @param taskCapPicoUsd picodollars; a task cannot cost more than this, by the budgets per task that apply; null when
 *     none bounds it
 */
public record Policy(
        Duration window,
        Duration outcomeWindow,
        OutcomeMode mode,
        double alpha,
        double minSaving,
        double maxCostIncrease,
        double minDays,
        double maxDays,
        Margins margins,
        LatencyProof latencyProof,
        double tailStress,
        @Nullable Long taskCapPicoUsd) {
    private static final int PICO_PLACES = 12;

    /**
     * Margins as differences of shares of tasks; latency as a fraction of the primary's p95.
     *
     * @param success how far success may fall
     * @param error how far errors may rise
     * @param fallthrough how far fall-through may rise
     * @param latency how far p95 may rise, 0.25 is a quarter
     */
    public record Margins(double success, double error, double fallthrough, double latency) {
        /** The margins when none are configured. */
        public static final Margins DEFAULT = new Margins(0.02, 0.01, 0.02, 0.25);

        /** Refuses margins that no pair of rates can have. */
        public Margins {
            Range.check("margins.success", success, 0, 1);
            Range.check("margins.error", error, 0, 1);
            Range.check("margins.fallthrough", fallthrough, 0, 1);
            Range.check("margins.latency", latency, 0, Double.MAX_VALUE);
        }
    }

    /** The policy when nothing is configured. */
    public static final Policy DEFAULT = new Policy(
            Duration.ofHours(1),
            Duration.ofHours(24),
            OutcomeMode.AUTO,
            0.05,
            0.05,
            0.0,
            2,
            28,
            Margins.DEFAULT,
            LatencyProof.POINT,
            1,
            null);

    /** Refuses values out of range, naming the key and what was found. */
    public Policy {
        if (window.isNegative()) {
            throw new IllegalArgumentException("window must not be negative: " + window);
        }
        if (outcomeWindow.compareTo(window) < 0) {
            throw new IllegalArgumentException(
                    "outcome_window must not be shorter than window: " + outcomeWindow + " < " + window);
        }
        if (!(alpha > 0 && alpha < 0.5)) {
            throw new IllegalArgumentException("alpha must be above 0 and below 0.5: " + alpha);
        }
        if (!(minSaving >= 0 && minSaving < 1)) {
            throw new IllegalArgumentException("min_saving must be at least 0 and below 1: " + minSaving);
        }
        Range.check("max_cost_increase", maxCostIncrease, 0, Double.MAX_VALUE);
        Range.check("min_days", minDays, 0, Double.MAX_VALUE);
        Range.check("max_days", maxDays, minDays, Double.MAX_VALUE);
        Range.check("tail_stress", tailStress, 0, Double.MAX_VALUE);
        if (taskCapPicoUsd != null && taskCapPicoUsd < 0) {
            throw new IllegalArgumentException("task cap must be at least 0 picodollars: " + taskCapPicoUsd);
        }
    }

    /** The cap of a task in dollars, as the statistics take it and records tell it: the nearest double. */
    public @Nullable Double taskCapUsd() {
        return taskCapPicoUsd == null
                ? null
                : (Double) BigDecimal.valueOf(taskCapPicoUsd, PICO_PLACES).doubleValue();
    }
}
