package io.faregate.router.config;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns single values into texts, numbers and durations and tells what is wrong with them. Not thread-safe. */
final class Reading {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h)");
    private static final Map<String, Long> UNIT_NANOS =
            Map.of("ms", 1_000_000L, "s", 1_000_000_000L, "m", 60_000_000_000L, "h", 3_600_000_000_000L);
    private static final long LONGEST_NANOS = 8_760 * 3_600_000_000_000L;

    final Faults faults;
    private final Environment environment;

    Reading(Faults faults, Environment environment) {
        this.faults = faults;
        this.environment = environment;
    }

    /** A text with its variables replaced, or null after a fault. Unquoted YAML numbers keep their spelling. */
    @Nullable
    String text(String path, Node node) {
        if (!(node instanceof Node.Scalar scalar)
                || scalar.kind() == Node.Kind.NULL
                || (scalar.kind() != Node.Kind.STRING && !scalar.lenient())) {
            faults.add(path, "found " + node.words() + ", expected a text");
            return null;
        }
        return Variables.expand(scalar.text(), environment, fault -> faults.add(path, fault));
    }

    /** A number as expected, or null after a fault. A text counts as a number only through a variable. */
    @Nullable
    BigDecimal number(String path, Node node, Expected expected) {
        BigDecimal number = null;
        if (node instanceof Node.Scalar scalar) {
            if (scalar.kind() == Node.Kind.NUMBER) {
                number = Expected.parse(scalar.text());
            } else if (scalar.kind() == Node.Kind.STRING && Variables.in(scalar.text())) {
                String text = text(path, node);
                if (text == null) {
                    return null;
                }
                number = Expected.parse(text);
            }
        }
        if (number == null || !expected.holds(number)) {
            faults.add(path, "found " + node.words() + ", expected " + expected.words());
            return null;
        }
        return number;
    }

    /** A duration in nanoseconds, or null after a fault. */
    @Nullable
    Long durationNanos(String path, Node node, long leastNanos) {
        if (node instanceof Node.Scalar scalar && scalar.kind() == Node.Kind.STRING) {
            String text = text(path, node);
            if (text == null) {
                return null;
            }
            Matcher matcher = DURATION.matcher(text);
            if (matcher.matches()) {
                BigDecimal nanos = new BigDecimal(matcher.group(1))
                        .multiply(BigDecimal.valueOf(UNIT_NANOS.getOrDefault(matcher.group(2), 0L)));
                if (nanos.compareTo(BigDecimal.valueOf(leastNanos)) >= 0
                        && nanos.compareTo(BigDecimal.valueOf(LONGEST_NANOS)) <= 0) {
                    return nanos.longValueExact();
                }
            }
        }
        String least = leastNanos > 0 ? " above 0" : "";
        faults.add(path, "found " + node.words() + ", expected a duration" + least + " such as 250ms, 20s, 10m or 1h");
        return null;
    }
}
