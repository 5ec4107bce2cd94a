package io.faregate.analytics.decide;

/**
 * What must hold before promotion or futility is judged. Immutable.
 *
 * @param tasks at least 100 mature tasks with a known cost in each arm
 * @param effectiveTasks (sum y)² / sum y² of at least 50 in each arm
 * @param days the epoch is at least min_days old
 */
public record Gates(boolean tasks, boolean effectiveTasks, boolean days) {
    /** Whether the burn-in is over. */
    public boolean burnedIn() {
        return tasks && effectiveTasks;
    }

    /** Whether all hold. */
    public boolean open() {
        return tasks && effectiveTasks && days;
    }
}
