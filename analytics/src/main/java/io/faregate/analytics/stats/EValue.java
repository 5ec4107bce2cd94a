package io.faregate.analytics.stats;

import org.apache.commons.numbers.gamma.Erfc;

/**
 * Evidence against one value of an effect, as the mixture's likelihood ratio: a fair bet's winnings. Immutable.
 *
 * @param z standardised distance from the null
 * @param x information tau² / se²
 */
public record EValue(double z, double x) {

    /** Evidence of an estimate against a null value. */
    public static EValue of(double theta, double se, double tau, double nullValue) {
        return new EValue((theta - nullValue) / se, tau * tau / (se * se));
    }

    /** Against "equal to the null". */
    public double twoSided() {
        return Math.exp(z * z * x / (2 * (1 + x))) / Math.sqrt(1 + x);
    }

    /** For "below the null". */
    public double below() {
        return 2 * twoSided() * phi(-z * Math.sqrt(x / (1 + x)));
    }

    /** For "above the null". */
    public double above() {
        return 2 * twoSided() * phi(z * Math.sqrt(x / (1 + x)));
    }

    /** The p-value of evidence, min(1, 1 / e). */
    public static double pValue(double evidence) {
        return Math.min(1, 1 / evidence);
    }

    private static double phi(double value) {
        return 0.5 * Erfc.value(-value / Math.sqrt(2));
    }
}
