package io.faregate.analytics.simulate;

import io.faregate.analytics.stats.Planning;
import java.util.Locale;

/** How many tasks of both arms a proof of a saving takes, before the first task, as a Markdown table. */
final class PlanTable {
    private static final double[] SAVINGS = {0.05, 0.1, 0.2, 0.3, 0.5};

    private PlanTable() {}

    /** For lognormal costs that spread by sigma, without tail stress and quality statements. */
    static String of(double sigma, double alpha) {
        double squaredCv = Math.expm1(sigma * sigma);
        StringBuilder table = new StringBuilder(
                "| true saving beyond the asked one | 5 % share | 20 % share | 50 % share |\n|---|--:|--:|--:|\n");
        for (double saving : SAVINGS) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %.0f %% | %,.0f | %,.0f | %,.0f |%n",
                    100 * saving,
                    Planning.tasks(saving, alpha, squaredCv, 0.05),
                    Planning.tasks(saving, alpha, squaredCv, 0.2),
                    Planning.tasks(saving, alpha, squaredCv, 0.5)));
        }
        return table.toString();
    }
}
