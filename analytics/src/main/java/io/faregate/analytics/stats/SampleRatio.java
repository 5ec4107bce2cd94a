package io.faregate.analytics.stats;

import org.apache.commons.numbers.gamma.LogBeta;

/**
 * Exact sequential test that tasks fall into the arms as configured (Lindon and Malek, 2022): beta mixture around the
 * configured share with strength 100.
 */
public final class SampleRatio {
    /** Risk of a false alarm over all looks. */
    public static final double ALPHA = 0.001;

    private static final double STRENGTH = 100;

    private SampleRatio() {}

    /**
     * log E against the configured share of arm 1.
     *
     * <p>A share of 0 or 1 leaves no chance: the evidence is 0 while every task is where it must be, and without bound
     * (positive infinity) once one is not.
     */
    public static double logEvidence(long n0, long n1, double share) {
        if (share <= 0 || share >= 1) {
            return (share <= 0 ? n1 : n0) == 0 ? 0 : Double.POSITIVE_INFINITY;
        }
        double a = STRENGTH * (1 - share);
        double b = STRENGTH * share;
        return LogBeta.value(a + n0, b + n1) - LogBeta.value(a, b) - n0 * Math.log1p(-share) - n1 * Math.log(share);
    }

    /** Whether the evidence reaches 1,000 to 1. */
    public static boolean alarm(double logEvidence) {
        return logEvidence >= -Math.log(ALPHA);
    }

    /** The always-valid p-value of the evidence so far: min(1, 1 / E). */
    public static double pValue(double logEvidence) {
        return Math.min(1, Math.exp(-logEvidence));
    }
}
