package io.faregate.analytics.decide;

import org.jspecify.annotations.Nullable;

/** The five guards: each alone rolls a canary back when its breach is certain, whatever else the data look like. */
public enum Guard {
    /** The challenger is dearer than allowed. */
    COST("cheaper"),
    /** Success fell beyond its margin. */
    SUCCESS("success"),
    /** Errors rose beyond their margin. */
    ERROR("error"),
    /** Fall-through rose beyond its margin. */
    FALLTHROUGH("fallthrough"),
    /** The p95 latency rose beyond its margin. */
    LATENCY("latency");

    /** Sums of doubles differ in their last places by the order of adding; such a difference breaks nothing. */
    private static final double ROUNDING = 1e-9;

    private final String statement;

    Guard(String statement) {
        this.statement = statement;
    }

    /** The name of the statement that this guard's breach breaks. */
    public String statement() {
        return statement;
    }

    /** Whether the breach is certain. */
    public boolean broken(Bounds bounds, Policy policy) {
        Policy.Margins margins = policy.margins();
        return switch (this) {
            case COST -> above(bounds.rollbackCostLower(), policy.maxCostIncrease() + ROUNDING);
            case SUCCESS -> below(bounds.rollbackSuccessUpper(), -margins.success()) || bounds.exactSuccess();
            case ERROR -> above(bounds.rollbackErrorLower(), margins.error()) || bounds.exactError();
            case FALLTHROUGH ->
                above(bounds.rollbackFallthroughLower(), margins.fallthrough()) || bounds.exactFallthrough();
            case LATENCY -> above(bounds.rollbackLatencyRatioLower(), 1 + margins.latency());
        };
    }

    /** What is wrong, in a sentence with its bound. */
    String breach(Bounds bounds, Policy policy) {
        Policy.Margins margins = policy.margins();
        return switch (this) {
            case COST ->
                "cost is at least " + Text.percent(bounds.rollbackCostLower()) + " above the primary's (limit "
                        + Text.percent(policy.maxCostIncrease()) + ")";
            case SUCCESS ->
                below(bounds.rollbackSuccessUpper(), -margins.success())
                        ? "success is at least " + Text.points(bounds.rollbackSuccessUpper()) + " worse (limit "
                                + Text.points(margins.success()) + ")"
                        : exact("success is more than " + Text.points(margins.success()) + " worse");
            case ERROR -> risen("errors", bounds.rollbackErrorLower(), margins.error());
            case FALLTHROUGH -> risen("fall-through", bounds.rollbackFallthroughLower(), margins.fallthrough());
            case LATENCY ->
                "p95 latency is at least " + Text.times(bounds.rollbackLatencyRatioLower())
                        + " times the primary's (limit " + Text.times(1 + margins.latency()) + ")";
        };
    }

    private static String risen(String what, @Nullable Double lower, double margin) {
        return above(lower, margin)
                ? what + " rose by at least " + Text.points(lower) + " (limit " + Text.points(margin) + ")"
                : exact(what + " rose by more than " + Text.points(margin));
    }

    private static String exact(String sentence) {
        return sentence + ", by the exact test";
    }

    private static boolean above(@Nullable Double bound, double margin) {
        return bound != null && bound > margin;
    }

    private static boolean below(@Nullable Double bound, double margin) {
        return bound != null && bound < margin;
    }
}
