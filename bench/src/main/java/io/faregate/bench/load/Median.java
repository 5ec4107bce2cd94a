package io.faregate.bench.load;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The middle of a few rounds and their range. Immutable.
 *
 * @param value the median
 */
record Median(double value, double low, double high) {
    static Median of(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no rounds");
        }
        int middle = sorted.length / 2;
        double value = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Median(value, sorted[0], sorted[sorted.length - 1]);
    }

    /** {@code 1.08 [1.05-1.12]} with {@code digits} after the point. */
    String print(int digits) {
        String format = "%." + digits + "f [%." + digits + "f-%." + digits + "f]";
        return String.format(Locale.ROOT, format, value, low, high);
    }

    /** The round by round quotients of two lists of equal length. */
    static Median ratio(List<Double> over, List<Double> under) {
        double[] ratios = new double[over.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = over.get(i) / under.get(i);
        }
        return of(Arrays.stream(ratios).boxed().toList());
    }

    /** The round by round differences of two lists of equal length. */
    static Median difference(List<Double> of, List<Double> less) {
        double[] differences = new double[of.size()];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = of.get(i) - less.get(i);
        }
        return of(Arrays.stream(differences).boxed().toList());
    }
}
