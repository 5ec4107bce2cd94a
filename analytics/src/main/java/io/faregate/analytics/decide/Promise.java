package io.faregate.analytics.decide;

import org.jspecify.annotations.Nullable;

/** The statements of which a promotion needs every one. */
enum Promise {
    CHEAPER(Guard.COST),
    SUCCESS(Guard.SUCCESS),
    ERROR(Guard.ERROR),
    FALLTHROUGH(Guard.FALLTHROUGH),
    LATENCY(Guard.LATENCY);

    private final Guard guard;

    Promise(Guard guard) {
        this.guard = guard;
    }

    /** The guard of the same quantity. */
    Guard guard() {
        return guard;
    }

    /** Whether the bound passes the margin; burn-in and age are asked elsewhere. */
    boolean kept(Bounds bounds, Policy policy) {
        Double bound = bound(bounds, policy);
        double margin = margin(policy);
        return switch (this) {
            case CHEAPER, ERROR, FALLTHROUGH -> bound != null && bound < margin;
            case SUCCESS -> bound != null && bound > margin;
            case LATENCY ->
                policy.latencyProof() == LatencyProof.POINT
                        ? bound == null || bound <= margin
                        : bound != null && bound <= margin;
        };
    }

    /** The bound that is held against the margin. */
    @Nullable
    Double bound(Bounds bounds, Policy policy) {
        return switch (this) {
            case CHEAPER -> bounds.costUpper();
            case SUCCESS -> bounds.successLower();
            case ERROR -> bounds.errorUpper();
            case FALLTHROUGH -> bounds.fallthroughUpper();
            case LATENCY ->
                policy.latencyProof() == LatencyProof.POINT ? bounds.latencyRatioLower() : bounds.latencyRatioUpper();
        };
    }

    /** What the bound must pass. */
    double margin(Policy policy) {
        return switch (this) {
            case CHEAPER -> -policy.minSaving();
            case SUCCESS -> -policy.margins().success();
            case ERROR -> policy.margins().error();
            case FALLTHROUGH -> policy.margins().fallthrough();
            case LATENCY -> 1 + policy.margins().latency();
        };
    }

    /** What it says. */
    String claim(Policy policy) {
        String limit = this == LATENCY ? Text.times(margin(policy)) : Text.points(margin(policy));
        return switch (this) {
            case CHEAPER -> "at least " + Text.percent(policy.minSaving()) + " cheaper a task";
            case SUCCESS -> "success at most " + limit + " worse";
            case ERROR -> "errors at most " + limit + " more";
            case FALLTHROUGH -> "fall-through at most " + limit + " more";
            case LATENCY ->
                policy.latencyProof() == LatencyProof.POINT
                        ? "p95 latency not proven above " + limit + " times the primary's"
                        : "p95 latency at most " + limit + " times the primary's";
        };
    }

    /** What is said when it holds. */
    String proven(Bounds bounds, Policy policy) {
        Double bound = bound(bounds, policy);
        return switch (this) {
            case CHEAPER ->
                "saving proven: at least " + Text.percent(bound == null ? null : -bound) + " (asked "
                        + Text.percent(policy.minSaving()) + ")";
            case SUCCESS ->
                "success proven: at most " + Text.points(bound == null ? null : Math.min(0, bound)) + " worse (limit "
                        + Text.points(margin(policy)) + ")";
            case ERROR ->
                "errors proven: " + atMost(bound, "more", "fewer") + " (limit " + Text.points(margin(policy)) + ")";
            case FALLTHROUGH ->
                "fall-through proven: " + atMost(bound, "more", "less") + " (limit " + Text.points(margin(policy))
                        + ")";
            case LATENCY ->
                policy.latencyProof() == LatencyProof.POINT
                        ? "p95 latency is not proven worse"
                        : "p95 latency proven: at most " + Text.times(bound) + " times the primary's (limit "
                                + Text.times(margin(policy)) + ")";
        };
    }

    /** An upper bound of a rise; below zero it is a fall, and at least so large. */
    private static String atMost(@Nullable Double bound, String risen, String fallen) {
        return bound != null && bound < 0
                ? "at least " + Text.points(bound) + " " + fallen
                : "at most " + Text.points(bound) + " " + risen;
    }

    /** What is said while it does not hold. */
    String missing(Bounds bounds, Policy policy) {
        Double bound = bound(bounds, policy);
        if (bound == null) {
            return guard.statement() + ": too few tasks for a bound";
        }
        return switch (this) {
            case CHEAPER ->
                bound < 0
                        ? "saving not yet proven: at least " + Text.percent(-bound)
                                + ", with room for a dear task (asked " + Text.percent(policy.minSaving()) + ")"
                        : "saving not yet proven: cost could still be " + Text.percent(bound)
                                + " higher, with room for a dear task";
            case SUCCESS ->
                "success could still be " + Text.points(bound) + " worse (limit " + Text.points(margin(policy)) + ")";
            case ERROR ->
                "errors could still be " + Text.points(bound) + " more (limit " + Text.points(margin(policy)) + ")";
            case FALLTHROUGH ->
                "fall-through could still be " + Text.points(bound) + " more (limit " + Text.points(margin(policy))
                        + ")";
            case LATENCY ->
                "p95 latency could be " + Text.times(bound) + " times the primary's (limit "
                        + Text.times(margin(policy)) + ")";
        };
    }
}
