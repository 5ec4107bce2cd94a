package io.faregate.analytics.decide;

import java.math.BigDecimal;
import java.math.MathContext;

/** What a verdict promises, in words for a person. */
public final class Guarantee {
    /** What no statistic can promise; always shown beside the guarantee. */
    public static final String LIMIT =
            "Rare, very expensive tasks that have not happened yet cannot be ruled out; after"
                    + " promotion the old model keeps the canary's share of tasks for min_days as a check.";

    private Guarantee() {}

    /** The guarantee of a policy in one sentence. */
    public static String sentence(Policy policy) {
        String runs = BigDecimal.valueOf(100 * policy.alpha())
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
        return "However often you look, a canary that is not really at least " + Text.percent(policy.minSaving())
                + " cheaper, or is really worse than a quality margin, gets promoted in at most about "
                + runs + " of 100 canary runs, and one that is within every margin gets rolled back in at most about "
                + runs + " of 100.";
    }
}
