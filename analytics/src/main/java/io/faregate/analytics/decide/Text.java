package io.faregate.analytics.decide;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Figures as a person reads them in a reason. */
final class Text {
    private Text() {}

    /** 0.163 is "16.3 %". */
    static String percent(@Nullable Double fraction) {
        return fraction == null ? "unknown" : String.format(Locale.ROOT, "%.1f %%", 100 * fraction);
    }

    /** A difference of rates without its sign: -0.031 is "3.1 points". */
    static String points(@Nullable Double difference) {
        return difference == null ? "unknown" : String.format(Locale.ROOT, "%.1f points", 100 * Math.abs(difference));
    }

    /** 1.25 is "1.25". */
    static String times(@Nullable Double ratio) {
        return ratio == null ? "unknown" : String.format(Locale.ROOT, "%.2f", ratio);
    }
}
