package io.faregate.analytics.decide;

import org.jspecify.annotations.Nullable;

/**
 * One epoch of one experiment: a stretch in which share, models, prices, salt and window stayed the same. Immutable.
 *
 * @param ageDays days from the epoch's first task to now, 0 without a task
 * @param share the challenger's share as configured, 0 to 1; null when the rows do not tell
 * @param crossedTasks tasks of this epoch whose calls name both arms
 * @param lateTasks mature tasks that a row amended after they had matured
 * @param primary the primary arm
 * @param challenger the challenger arm
 */
public record EpochSummary(
        double ageDays,
        @Nullable Double share,
        long crossedTasks,
        long lateTasks,
        ArmSummary primary,
        ArmSummary challenger) {

    /** Refuses a share outside 0 to 1 and a negative age. */
    public EpochSummary {
        if (!(ageDays >= 0)) {
            throw new IllegalArgumentException("ageDays must be at least 0: ageDays=" + ageDays);
        }
        if (share != null && !(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share must be 0 to 1: share=" + share);
        }
    }

    /** Tasks of both arms, mature or not. */
    public long tasks() {
        return primary.tasks() + challenger.tasks();
    }

    /** Mature tasks of both arms. */
    public long matureTasks() {
        return primary.matureTasks() + challenger.matureTasks();
    }

    /** The same epoch with the arms' parts exchanged, as a holdback is judged: is the newly promoted one worse? */
    EpochSummary swapped() {
        return new EpochSummary(
                ageDays, share == null ? null : 1 - share, crossedTasks, lateTasks, challenger, primary);
    }
}
