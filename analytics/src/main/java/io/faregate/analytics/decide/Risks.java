package io.faregate.analytics.decide;

/**
 * How the risk of a wrong verdict is spent. A promotion needs all statements, so each may have the whole risk
 * (intersection-union); a rollback needs any guard, so the guards share theirs. Immutable.
 *
 * @param promote one-sided risk of each statement
 * @param guard risk of each of the five guards; a rate guard halves it between its two tests
 */
record Risks(double promote, double guard) {
    /** Every figure that is only shown has bounds at this one-sided risk. */
    static final double SHOWN = 0.05;

    private static final int GUARDS = 5;

    static Risks of(Policy policy, Standing standing) {
        return new Risks(
                policy.alpha() * Math.pow(0.5, standing.retries()),
                policy.alpha() / (GUARDS * (double) standing.rampSteps()));
    }
}
