package io.faregate.analytics.stats;

import java.util.function.DoubleUnaryOperator;

/** Roots by halving: slower than Newton and never wrong, which is what a bound needs. */
final class Bisection {
    private static final int MOST_STEPS = 200;

    private Bisection() {}

    /**
     * The root of a function that is negative (or positive) at one end and of the other sign at the other; the caller
     * has seen to that, else the far end comes out.
     */
    static double root(DoubleUnaryOperator function, double from, double to) {
        double near = from;
        double far = to;
        boolean nearNegative = function.applyAsDouble(near) < 0;
        for (int step = 0; step < MOST_STEPS; step++) {
            double middle = 0.5 * (near + far);
            if (middle == near || middle == far) {
                return middle;
            }
            if (function.applyAsDouble(middle) < 0 == nearNegative) {
                near = middle;
            } else {
                far = middle;
            }
        }
        return 0.5 * (near + far);
    }
}
