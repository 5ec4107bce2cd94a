package io.faregate.analytics.decide;

/**
 * Where an epoch stands in its experiment. Immutable.
 *
 * @param retries earlier experiments of the same route and challenger that reached the gates; each halves the risk of a
 *     false promotion
 * @param rampSteps epochs among which the risk of a false rollback is divided, 1 without a ramp
 * @param lastStep whether promotion and futility may be judged: only at the last step of a ramp, and always without one
 * @param holdback whether this is the check after a promotion: the promoted model is now the primary arm, yesterday's
 *     primary the challenger arm, and only the success and error guards act
 */
public record Standing(int retries, int rampSteps, boolean lastStep, boolean holdback) {

    /** A first experiment without a ramp. */
    public static final Standing FIRST = new Standing(0, 1, true, false);

    /** Refuses negative retries and an empty ramp. */
    public Standing {
        if (retries < 0 || rampSteps < 1) {
            throw new IllegalArgumentException(
                    "retries must be at least 0, rampSteps at least 1: retries=" + retries + " rampSteps=" + rampSteps);
        }
    }
}
