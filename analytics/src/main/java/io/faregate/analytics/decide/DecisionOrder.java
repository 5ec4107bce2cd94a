package io.faregate.analytics.decide;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of the rule, from bounds alone: a certain breach first (also on data found invalid: safety first), then
 * blocked, promotion, futility, the time limit. Unknown bounds prove nothing and break nothing.
 */
public final class DecisionOrder {
    /** See {@link Guard}: a saving that the last places decide is neither proven nor ruled out. */
    private static final double ROUNDING = 1e-9;

    private static final List<Guard> ALL = List.of(Guard.values());
    private static final List<Guard> OF_A_HOLDBACK = List.of(Guard.SUCCESS, Guard.ERROR);

    private DecisionOrder() {}

    /**
     * The verdict.
     *
     * @param burnedIn whether each arm has its tasks and effective tasks
     * @param valid whether nothing blocks
     * @param days age of the epoch
     */
    public static Verdict verdict(
            Bounds bounds, Policy policy, Standing standing, boolean burnedIn, boolean valid, double days) {
        if (!broken(bounds, policy, standing).isEmpty()) {
            return Verdict.ROLLBACK;
        }
        if (standing.holdback()) {
            return Verdict.CONTINUE;
        }
        if (!valid) {
            return Verdict.BLOCKED;
        }
        if (standing.lastStep() && burnedIn && days >= policy.minDays()) {
            if (Arrays.stream(Promise.values()).allMatch(promise -> promise.kept(bounds, policy))) {
                return Verdict.PROMOTE;
            }
            if (savingRuledOut(bounds, policy)) {
                return Verdict.STOP_NO_SAVING;
            }
        }
        return days >= policy.maxDays() ? Verdict.STOP_INCONCLUSIVE : Verdict.CONTINUE;
    }

    /** The guards that are certainly broken and act in this standing. */
    static List<Guard> broken(Bounds bounds, Policy policy, Standing standing) {
        List<Guard> acting = standing.holdback() ? OF_A_HOLDBACK : ALL;
        return acting.stream().filter(guard -> guard.broken(bounds, policy)).toList();
    }

    /** Whether the promised saving is certainly not there. */
    static boolean savingRuledOut(Bounds bounds, Policy policy) {
        @Nullable Double lower = bounds.costLower();
        return lower != null && lower > -policy.minSaving() + ROUNDING;
    }
}
