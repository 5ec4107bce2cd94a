package io.faregate.bench.jmh;

import io.faregate.bench.rig.TextTable;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Scores as text: each rival as a multiple of what it is compared with, and what changed since an older run. */
final class ScoreTable {
    /** Changes below this share are not told apart from noise, whatever the intervals say. */
    static final double LEAST_BAND = 0.05;

    private ScoreTable() {}

    /**
     * The table of a run.
     *
     * @param rivals {@code Class.method} of a rival to the method it is compared with
     */
    static String print(Map<String, Score> scores, Map<String, String> rivals) {
        TextTable table = new TextTable().row("", "time", "+-", "unit", "B/op", "rival takes");
        scores.forEach((key, score) -> table.row(
                key,
                number(score.time()),
                number(score.error()),
                score.unit(),
                Double.isNaN(score.bytes()) ? "-" : String.format(Locale.ROOT, "%.0f", score.bytes()),
                ratio(key, score, scores, rivals)));
        return table.print();
    }

    /** What differs from {@code old} by more than the noise of both runs. */
    static String compare(Map<String, Score> scores, Map<String, Score> old) {
        TextTable table = new TextTable().row("", "before", "now", "change", "band", "B/op before", "B/op now", "");
        scores.forEach((key, score) -> {
            Score before = old.get(key);
            if (before != null) {
                double change = score.time() / before.time() - 1;
                double band = band(score, before);
                table.row(
                        key,
                        number(before.time()),
                        number(score.time()),
                        String.format(Locale.ROOT, "%+.1f %%", 100 * change),
                        String.format(Locale.ROOT, "%.1f %%", 100 * band),
                        String.format(Locale.ROOT, "%.0f", before.bytes()),
                        String.format(Locale.ROOT, "%.0f", score.bytes()),
                        verdict(change, band));
            }
        });
        return table.print();
    }

    /** The share that a change has to pass: both intervals together, and never less than {@link #LEAST_BAND}. */
    static double band(Score now, Score before) {
        double errors = (finite(now.error()) + finite(before.error())) / before.time();
        return Math.max(LEAST_BAND, errors);
    }

    static String verdict(double change, double band) {
        if (Math.abs(change) <= band) {
            return "noise";
        }
        return change < 0 ? "faster" : "SLOWER";
    }

    private static String ratio(String key, Score score, Map<String, Score> scores, Map<String, String> rivals) {
        int blank = key.indexOf(' ');
        String name = blank < 0 ? key : key.substring(0, blank);
        String against = rivals.get(name);
        if (against == null) {
            return "";
        }
        String type = name.substring(0, name.indexOf('.') + 1);
        @Nullable Score ours = scores.get(type + against + (blank < 0 ? "" : key.substring(blank)));
        return ours == null ? "" : String.format(Locale.ROOT, "%.1f x %s", score.time() / ours.time(), against);
    }

    private static double finite(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.0f", value);
    }
}
