package io.faregate.router.config;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks the keys of the decision policy, under {@code analytics} and under a canary. The values are read by the
 * analytics service; the router only refuses what could not be right.
 */
final class PolicyReader {
    private static final long HOUR_NANOS = 3_600_000_000_000L;
    private static final BigDecimal ZERO = BigDecimal.ZERO;
    private static final BigDecimal ONE = BigDecimal.ONE;
    private static final BigDecimal MOST_ALPHA = new BigDecimal("0.5");
    private static final BigDecimal LEAST_ALPHA = new BigDecimal("0.000001");
    private static final BigDecimal MOST_DAYS = BigDecimal.valueOf(3_650);
    private static final BigDecimal MOST_RATIO = BigDecimal.valueOf(100);

    private PolicyReader() {}

    /**
     * Checks the policy keys of a section.
     *
     * @param alone whether the section has no other keys, so that unknown ones can be told
     */
    static void check(Section section, boolean alone) {
        windows(section);
        section.word("mode", "auto", words("auto", "technical", "feedback", "missing_is_failure"));
        section.decimal("alpha", new BigDecimal("0.05"), LEAST_ALPHA, MOST_ALPHA);
        section.decimal("min_saving", new BigDecimal("0.05"), ZERO, ONE);
        section.decimal("max_cost_increase", ZERO, ZERO, MOST_RATIO);
        BigDecimal least = section.decimal("min_days", BigDecimal.valueOf(2), ZERO, MOST_DAYS);
        BigDecimal most = section.decimal("max_days", BigDecimal.valueOf(28), ZERO, MOST_DAYS);
        if (section.has("min_days") && section.has("max_days") && most.compareTo(least) < 0) {
            section.fault("max_days", "found " + most + ", expected at least min_days, " + least);
        }
        Section margins = section.section("margins");
        for (String margin : List.of("success", "error", "fallthrough")) {
            margins.decimal(margin, ZERO, ZERO, ONE);
        }
        margins.decimal("latency", ZERO, ZERO, MOST_RATIO);
        margins.end();
        section.word("latency_proof", "point", words("point", "strict"));
        section.decimal("tail_stress", ONE, ZERO, MOST_RATIO);
        if (alone) {
            section.end();
        }
    }

    private static void windows(Section section) {
        long window = section.durationNanos("window", HOUR_NANOS, 0);
        long outcomes = section.durationNanos("outcome_window", 24 * HOUR_NANOS, 0);
        if (outcomes < window) {
            String key = section.has("outcome_window") ? "outcome_window" : "window";
            section.fault(key, "found an outcome_window shorter than window, expected it at least as long");
        }
    }

    private static Map<String, String> words(String... words) {
        Map<String, String> map = new LinkedHashMap<>();
        for (String word : words) {
            map.put(word, word);
        }
        return map;
    }
}
