package io.faregate.analytics.query;

import io.faregate.analytics.incident.Alarm;
import io.faregate.analytics.incident.Incident;
import io.faregate.analytics.incident.Kind;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stored incidents. Stateless. */
public final class IncidentLog {
    private static final Sql FIND = Sql.named("incidents");
    private static final Sql INSERT = Sql.named("incident_insert");
    private static final Sql CLOSE = Sql.named("incident_close");
    private static final Sql LAST_VERDICT = Sql.named("incident_last_verdict");

    private IncidentLog() {}

    /** Some incidents, how many there are in all, and how many of these last. */
    public record Found(List<Incident> incidents, long total, long open) {}

    private record Counted(Incident incident, long total, long open) {}

    /**
     * Incidents that lasted at some time of a range, newest first.
     *
     * @param onlyOpen leaves out what is over
     */
    public static Found find(Connection connection, TimeRange range, boolean onlyOpen, Page page) throws SQLException {
        Map<String, Object> parameters = new HashMap<>(page.parameters());
        parameters.put("from", range.from());
        parameters.put("to", range.to());
        parameters.put("only_open", onlyOpen);
        List<Counted> found = FIND.list(
                connection, parameters, row -> new Counted(of(row), row.getLong("total"), row.getLong("open_count")));
        return new Found(
                found.stream().map(Counted::incident).toList(),
                found.isEmpty() ? 0 : found.get(0).total(),
                found.isEmpty() ? 0 : found.get(0).open());
    }

    /** All that last, by their keys. */
    public static Map<Alarm.Key, Incident> open(Connection connection) throws SQLException {
        Map<Alarm.Key, Incident> open = new HashMap<>();
        for (Incident incident :
                find(connection, new TimeRange(null, null), true, Page.ALL).incidents()) {
            open.put(incident.alarm().key(), incident);
        }
        return open;
    }

    /** When the newest change of a verdict was; null before the first. */
    public static @Nullable Long lastVerdict(Connection connection) throws SQLException {
        return LAST_VERDICT
                .list(connection, Map.of(), row -> {
                    long micros = row.getLong("ts_us");
                    return row.wasNull() ? List.<Long>of() : List.of(micros);
                })
                .get(0)
                .stream()
                .findFirst()
                .orElse(null);
    }

    /** Adds one. */
    public static void insert(Connection connection, Incident incident) throws SQLException {
        Map<String, @Nullable Object> parameters = new HashMap<>(key(incident));
        parameters.put("observed", text(incident.alarm().observed()));
        parameters.put("usual", text(incident.alarm().usual()));
        parameters.put("detail", incident.alarm().detail());
        parameters.put("closed", incident.closedMicros());
        INSERT.run(connection, parameters);
    }

    /** Notes that one is over. */
    public static void close(Connection connection, Incident incident) throws SQLException {
        Map<String, @Nullable Object> parameters = new HashMap<>(key(incident));
        parameters.put("closed", incident.closedMicros());
        CLOSE.run(connection, parameters);
    }

    private static Map<String, Object> key(Incident incident) {
        return Map.of(
                "kind",
                incident.alarm().kind().wireName(),
                "subject",
                incident.alarm().subject(),
                "opened",
                incident.openedMicros());
    }

    private static Incident of(ResultSet row) throws SQLException {
        Alarm alarm = new Alarm(
                Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
                row.getString("subject"),
                decimal(row.getString("observed")),
                decimal(row.getString("usual")),
                row.getString("detail"));
        long opened = row.getLong("opened_us");
        long closed = row.getLong("closed_us");
        return new Incident(alarm, opened, row.wasNull() ? null : (Long) closed);
    }

    private static @Nullable String text(@Nullable BigDecimal figure) {
        return figure == null ? null : figure.toPlainString();
    }

    private static @Nullable BigDecimal decimal(@Nullable String text) {
        return text == null ? null : new BigDecimal(text);
    }
}
