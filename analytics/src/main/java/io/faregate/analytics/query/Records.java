package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stored evaluations. Stateless. */
public final class Records {
    private static final Sql LAST = Sql.named("last_evaluation");
    private static final Sql FIND = Sql.named("evaluations");
    private static final Sql INSERT = Sql.named("record_evaluation");
    private static final Sql RETRIES = Sql.named("retries");
    private static final Sql VERDICTS = Sql.named("verdicts");

    private Records() {}

    /** The newest record of an epoch. */
    public record Last(String recordId, long tsMicros, String verdict, String state) {}

    /** A record as it is stored. */
    public record Stored(
            String recordId,
            long tsMicros,
            String route,
            Epoch epoch,
            @Nullable String challenger,
            long tasks,
            String verdict,
            boolean gatesOpen,
            String state,
            String record) {}

    /** A verdict and when it was recorded. */
    public record Said(long tsMicros, String verdict) {}

    /** The newest record of an epoch; null before the first. */
    public static @Nullable Last last(Connection connection, String route, Epoch epoch) throws SQLException {
        List<Last> found = LAST.list(
                connection,
                of(route, epoch),
                row -> new Last(
                        row.getString("record_id"),
                        row.getLong("ts_us"),
                        row.getString("verdict"),
                        row.getString("state")));
        return found.isEmpty() ? null : found.get(0);
    }

    /** Every recorded verdict of an epoch, oldest first. */
    public static List<Said> verdicts(Connection connection, String route, Epoch epoch) throws SQLException {
        return VERDICTS.list(
                connection, of(route, epoch), row -> new Said(row.getLong("ts_us"), row.getString("verdict")));
    }

    /** A record as it is shown. */
    public record Shown(
            String recordId,
            long tsMicros,
            String route,
            String experiment,
            long epoch,
            @Nullable String challenger,
            long tasks,
            String verdict,
            String record) {}

    /**
     * Records, newest first, at most a hundred.
     *
     * @param recordId of the one that is meant, null for any
     * @param route whose records, null for any
     */
    public static List<Shown> find(Connection connection, @Nullable String recordId, @Nullable String route)
            throws SQLException {
        Map<String, @Nullable Object> parameters = new HashMap<>();
        parameters.put("record_id", recordId);
        parameters.put("route", route);
        return FIND.list(
                connection,
                parameters,
                row -> new Shown(
                        row.getString("record_id"),
                        row.getLong("ts_us"),
                        row.getString("route"),
                        row.getString("experiment"),
                        row.getLong("epoch"),
                        row.getString("challenger"),
                        row.getLong("tasks"),
                        row.getString("verdict"),
                        row.getString("record")));
    }

    /** How many earlier experiments of the same route and challenger reached the gates. */
    public static int retries(Connection connection, String route, String experiment, @Nullable String challenger)
            throws SQLException {
        if (challenger == null) {
            return 0;
        }
        return RETRIES.list(
                        connection,
                        Map.of("route", route, "experiment", experiment, "challenger", challenger),
                        row -> row.getInt("retries"))
                .get(0);
    }

    /** Adds a record. */
    public static void insert(Connection connection, Stored record) throws SQLException {
        Map<String, @Nullable Object> parameters = new HashMap<>(of(record.route(), record.epoch()));
        parameters.put("record_id", record.recordId());
        parameters.put("ts", record.tsMicros());
        parameters.put("epoch", record.epoch().number());
        parameters.put("challenger", record.challenger());
        parameters.put("tasks", record.tasks());
        parameters.put("verdict", record.verdict());
        parameters.put("gates_open", record.gatesOpen());
        parameters.put("state", record.state());
        parameters.put("record", record.record());
        INSERT.run(connection, parameters);
    }

    private static Map<String, Object> of(String route, Epoch epoch) {
        return Map.of("route", route, "experiment", epoch.experiment(), "label", epoch.label());
    }
}
