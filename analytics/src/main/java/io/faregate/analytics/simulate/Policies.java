package io.faregate.analytics.simulate;

import io.faregate.analytics.decide.LatencyProof;
import io.faregate.analytics.decide.OutcomeMode;
import io.faregate.analytics.decide.Policy;
import java.time.Duration;

/** The policies that scenarios are run under; outcomes come with the tasks. */
final class Policies {
    /** Nothing but the cost can stop a promotion: the hardest case for the cost statement. */
    static final Policy.Margins WIDE = new Policy.Margins(0.2, 0.2, 0.2, 1.0);

    private static final double NO_END = 10_000;

    private Policies() {}

    /** The default policy with outcomes from feedback. */
    static Policy whole() {
        return of(0.05, 2, 28, Policy.Margins.DEFAULT, 1);
    }

    /** No minimum age, no end, wide margins. */
    static Policy costOnly(double tailStress) {
        return of(0.05, 0, NO_END, WIDE, tailStress);
    }

    /** No minimum age, no end, these margins of success and error. */
    static Policy quality(double success, double error) {
        return of(0.05, 0, NO_END, new Policy.Margins(success, error, 0.02, 0.25), 1);
    }

    static Policy of(double minSaving, double minDays, double maxDays, Policy.Margins margins, double tailStress) {
        return new Policy(
                Duration.ZERO,
                Duration.ZERO,
                OutcomeMode.FEEDBACK,
                0.05,
                minSaving,
                0,
                minDays,
                maxDays,
                margins,
                LatencyProof.POINT,
                tailStress,
                null);
    }
}
