package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which days are old enough to leave, and which experiments still need theirs. Stateless. */
public final class OldDaysQuery {
    private static final Sql DAYS = Sql.named("old_days");
    private static final Sql NEWEST = Sql.named("newest_epochs");
    private static final Sql FIRST = Sql.named("first_of_epoch");

    private OldDaysQuery() {}

    /**
     * The epoch of a route that got a call last.
     *
     * @param lastMicros that call's arrival
     */
    public record Newest(String route, int id, String experiment, long lastMicros) {}

    /** The days, UTC and oldest first, whose rows are of before that time and had come in before it. */
    public static List<LocalDate> days(Connection connection, long beforeMicros) throws SQLException {
        return DAYS.list(
                connection, Map.of("before", beforeMicros), row -> LocalDate.ofEpochDay(row.getLong("epoch_day")));
    }

    /** The newest epoch of each route. */
    public static List<Newest> newest(Connection connection) throws SQLException {
        return NEWEST.list(
                connection,
                Map.of(),
                row -> new Newest(
                        row.getString("route"), row.getInt("id"), row.getString("experiment"), row.getLong("last_us")));
    }

    /** When the first call of any of the epoch's tasks arrived, microseconds since 1970; null if none is here. */
    public static @Nullable Long firstMicros(Connection connection, Newest epoch) throws SQLException {
        Map<String, @Nullable Object> parameters = new HashMap<>();
        parameters.put("route", epoch.route());
        parameters.put("epoch_id", epoch.id());
        List<@Nullable Long> found = new ArrayList<>();
        FIRST.list(connection, parameters, row -> {
            long first = row.getLong("first_us");
            found.add(row.wasNull() ? null : (Long) first);
            return first;
        });
        return found.get(0);
    }
}
