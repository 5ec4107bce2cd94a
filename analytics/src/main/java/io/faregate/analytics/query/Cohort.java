package io.faregate.analytics.query;

import io.faregate.analytics.decide.Arm;
import io.faregate.analytics.decide.EpochSummary;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * All counts and sums of one epoch at one time, from one snapshot of the rows.
 *
 * @param epoch the epoch; null when the route has no call with an arm
 * @param asOfMicros the time at which maturity was judged
 * @param primary what is shown of the primary arm
 * @param challenger what is shown of the challenger arm
 * @param coverage what is to be said about the rows themselves
 * @param summary what the decision reads
 */
public record Cohort(
        @Nullable Epoch epoch,
        long asOfMicros,
        ArmTotals primary,
        ArmTotals challenger,
        Coverage coverage,
        EpochSummary summary) {

    /** What is shown of an arm. */
    public ArmTotals totals(Arm arm) {
        return arm == Arm.PRIMARY ? primary : challenger;
    }

    /** Totals of an arm over everything so far, mature or not; overflow over mature tasks. */
    public record ArmTotals(@Nullable String target, long calls, BigInteger costPicoUsd, BigInteger overflowPicoUsd) {}

    /**
     * What is to be said about the rows.
     *
     * @param rows call rows of the route since the epoch began
     * @param duplicates rows of the route that came again
     * @param rejected bad lines, whatever route they were for
     * @param late mature tasks amended after they had matured
     * @param unpricedCalls calls of the arms whose cost is not known
     * @param tasksWithoutId tasks of the arms that are single requests
     * @param crossedTasks tasks that name both arms
     * @param missingOutcomes tasks whose time for feedback is over without any
     */
    public record Coverage(
            long rows,
            long duplicates,
            long rejected,
            long late,
            long unpricedCalls,
            long tasksWithoutId,
            long crossedTasks,
            long missingOutcomes) {}
}
