package io.faregate.analytics.query;

import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What calls cost in a range of time, by any of the dimensions; the total is the same in every grouping. Stateless. */
public final class CostsQuery {
    /** What spend can be grouped by, and the expression that says it. */
    private static final Map<String, String> DIMENSIONS = dimensions();

    private static final Set<String> TIMES = Set.of("hour", "day");

    private CostsQuery() {}

    /** Counts and sums; an unknown cost is in {@code unpricedCalls} and in no sum. */
    public record Spend(
            long calls, long tasks, long inputTokens, long outputTokens, BigInteger costPicoUsd, long unpricedCalls) {
        static final Spend NONE = new Spend(0, 0, 0, 0, BigInteger.ZERO, 0);

        boolean isNothing() {
            return equals(NONE);
        }
    }

    /** One group: the value of each dimension, in the order asked, and what it spent. */
    public record Group(List<@Nullable String> values, Spend spend) {}

    /**
     * Groups, dearest first but times in order, and the total of all groups, those of other pages included.
     *
     * @param count how many groups there are on all pages
     */
    public record Costs(List<String> dimensions, List<Group> groups, Spend total, long count) {}

    /** The dimensions there are. */
    public static List<String> known() {
        return List.copyOf(DIMENSIONS.keySet());
    }

    /**
     * Reads the dimensions of a {@code group_by}.
     *
     * @throws IllegalArgumentException if it is empty, or names one that is not there, or one twice
     */
    public static List<String> parse(@Nullable String groupBy) {
        if (groupBy == null || groupBy.isBlank()) {
            throw new IllegalArgumentException("group_by: expected some of " + String.join(",", known()));
        }
        List<String> names = new ArrayList<>();
        for (String part : groupBy.split(",", -1)) {
            String name = part.strip();
            if (!DIMENSIONS.containsKey(name) || names.contains(name)) {
                throw new IllegalArgumentException(
                        "group_by: expected some of " + String.join(",", known()) + ", each once, found " + groupBy);
            }
            names.add(name);
        }
        return names;
    }

    /** Sums up the calls of a range. */
    public static Costs of(Connection connection, List<String> dimensions, TimeRange range) throws SQLException {
        return of(connection, dimensions, range, Page.ALL);
    }

    /** Sums up the calls of a range that had come in by the time of the page, and gives the groups of the page. */
    public static Costs of(Connection connection, List<String> dimensions, TimeRange range, Page page)
            throws SQLException {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < dimensions.size(); i++) {
            columns.add(DIMENSIONS.get(dimensions.get(i)) + " AS d" + i);
        }
        List<String> aliases = new ArrayList<>();
        for (int i = 0; i < dimensions.size(); i++) {
            aliases.add("d" + i);
        }
        Sql sql = Sql.named(
                "costs",
                Map.of(
                        "dimensions", String.join(", ", columns),
                        "aliases", String.join(", ", aliases),
                        "order", order(dimensions, aliases)));
        List<Group> groups = new ArrayList<>();
        List<Spend> totals = new ArrayList<>();
        sql.list(connection, Map.of("from", range.from(), "to", range.to(), "as_of", page.asOfMicros()), row -> {
            Spend spend = new Spend(
                    row.getLong("calls"),
                    row.getLong("tasks"),
                    ArmCounts.picoUsd(row, "input_tokens").longValue(),
                    ArmCounts.picoUsd(row, "output_tokens").longValue(),
                    ArmCounts.picoUsd(row, "cost_pico"),
                    row.getLong("unpriced_calls"));
            if (row.getBoolean("is_total")) {
                totals.add(spend);
            } else if (!spend.isNothing()) {
                List<@Nullable String> values = new ArrayList<>();
                for (String alias : aliases) {
                    values.add(row.getString(alias));
                }
                groups.add(new Group(values, spend));
            }
            return spend;
        });
        Spend total = totals.isEmpty() ? Spend.NONE : totals.get(0);
        return new Costs(dimensions, page.of(groups), total, groups.size());
    }

    /** Times in order first; within one, and without any, the dearest first. */
    private static String order(List<String> dimensions, List<String> aliases) {
        List<String> order = new ArrayList<>();
        for (int i = 0; i < dimensions.size(); i++) {
            if (TIMES.contains(dimensions.get(i))) {
                order.add(aliases.get(i));
            }
        }
        order.add("cost_pico DESC NULLS LAST");
        order.addAll(aliases);
        return String.join(", ", order);
    }

    private static Map<String, String> dimensions() {
        Map<String, String> all = new LinkedHashMap<>();
        for (String column : List.of("model", "target", "provider", "route", "key", "arm", "experiment")) {
            all.put(column, '"' + column + '"');
        }
        all.put("hour", "strftime(ts, '%Y-%m-%dT%H:00:00Z')");
        all.put("day", "strftime(ts, '%Y-%m-%d')");
        return all;
    }
}
