package io.faregate.analytics.query;

import io.faregate.analytics.decide.Arm;
import io.faregate.analytics.stats.Moments;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An epoch's tasks by a trait that they had before they were assigned. For looking around,
 * never for deciding. Stateless.
 */
public final class SlicesQuery {
    /** Traits of a task's first call. Nothing that the arm could have changed: that would compare unlike tasks. */
    private static final Map<String, String> TRAITS = traits();

    private SlicesQuery() {}

    /** Mature tasks of one arm with one value of the trait, what they cost in dollars, how many had an error. */
    public record Slice(String value, Arm arm, Moments costUsd, long errors) {}

    /** The traits there are. */
    public static List<String> known() {
        return List.copyOf(TRAITS.keySet());
    }

    /**
     * Reads the name of a trait; none is the size of the prompt.
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    public static String parse(@Nullable String trait) {
        String name = trait == null || trait.isEmpty() ? "prompt_size" : trait;
        if (!TRAITS.containsKey(name)) {
            throw new IllegalArgumentException(
                    "by: expected one of " + String.join(", ", known()) + ", found " + trait);
        }
        return name;
    }

    /** The slices of an epoch by one trait, in order of its values. */
    public static List<Slice> of(Connection connection, Gathered gathered, long nowMicros, String trait)
            throws SQLException {
        String expression = TRAITS.get(trait);
        if (expression == null) {
            throw new IllegalArgumentException("no trait " + trait);
        }
        return gathered.sql("slices", Map.of("slice", expression))
                .list(
                        connection,
                        gathered.parameters(nowMicros),
                        row -> new Slice(
                                row.getString("slice"),
                                Gathered.arm(row),
                                new Moments(row.getLong("n"), row.getDouble("mean"), Math.max(0, row.getDouble("m2"))),
                                row.getLong("errors")));
    }

    private static Map<String, String> traits() {
        Map<String, String> traits = new LinkedHashMap<>();
        traits.put(
                "prompt_size",
                "CASE WHEN c.estimated_input_tokens IS NULL THEN 'unknown' "
                        + "WHEN c.estimated_input_tokens < 256 THEN 'below 256 tokens' "
                        + "WHEN c.estimated_input_tokens < 1024 THEN '256 to 1,023 tokens' "
                        + "WHEN c.estimated_input_tokens < 8192 THEN '1,024 to 8,191 tokens' "
                        + "ELSE '8,192 tokens and more' END");
        traits.put("key", "c.\"key\"");
        traits.put("surface", "c.surface");
        traits.put("needs", "c.needs");
        traits.put("stream", "CASE WHEN c.stream THEN 'streamed' ELSE 'at once' END");
        traits.put("requested_model", "c.requested_model");
        traits.put("day", "strftime(c.ts, '%Y-%m-%d')");
        return traits;
    }
}
