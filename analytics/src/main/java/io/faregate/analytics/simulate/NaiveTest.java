package io.faregate.analytics.simulate;

import io.faregate.analytics.stats.CoMoments;

/**
 * What a person with a spreadsheet does: Welch's t test at a two-sided 5 %, again after every task, stopping when it
 * says that the saving is there. The rival, not a part of the rule.
 */
final class NaiveTest {
    private static final long FEWEST_TASKS = 10;
    private static final double Z = 1.959963984540054;

    private NaiveTest() {}

    /** Whether the test claims a saving of more than the asked one. */
    static boolean claims(CoMoments primary, CoMoments challenger, double minSaving) {
        if (primary.n() < FEWEST_TASKS || challenger.n() < FEWEST_TASKS) {
            return false;
        }
        double factor = 1 - minSaving;
        double a = factor * factor * primary.y().variance() / primary.n();
        double b = challenger.y().variance() / challenger.n();
        double distance = factor * primary.meanY() - challenger.meanY();
        if (distance <= 0) {
            return false;
        }
        double freedom = (a + b) * (a + b) / (a * a / (primary.n() - 1) + b * b / (challenger.n() - 1));
        return distance > critical(freedom) * Math.sqrt(a + b);
    }

    /** The 97.5 % quantile of Student's t by its expansion about the normal; good to 0.001 from 9 degrees on. */
    static double critical(double freedom) {
        double z3 = Z * Z * Z;
        double z5 = z3 * Z * Z;
        return Z
                + (z3 + Z) / (4 * freedom)
                + (5 * z5 + 16 * z3 + 3 * Z) / (96 * freedom * freedom)
                + (3 * z5 * Z * Z + 19 * z5 + 17 * z3 - 15 * Z) / (384 * freedom * freedom * freedom);
    }
}
