package io.faregate.analytics.decide;

/** Range checks of a policy; apart from it, so that its parts can be made before the policy's own constants. */
final class Range {
    private Range() {}

    static void check(String key, double value, double low, double high) {
        if (!(value >= low && value <= high)) {
            String expected = high == Double.MAX_VALUE ? "at least " + low : low + " to " + high;
            throw new IllegalArgumentException(key + " must be " + expected + ": " + value);
        }
    }
}
