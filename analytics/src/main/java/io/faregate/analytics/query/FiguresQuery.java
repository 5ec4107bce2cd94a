package io.faregate.analytics.query;

import io.faregate.analytics.incident.Alarm;
import io.faregate.analytics.incident.Figures;
import io.faregate.analytics.incident.Figures.Account;
import io.faregate.analytics.incident.Figures.Head;
import io.faregate.analytics.incident.Incident;
import io.faregate.analytics.incident.Kind;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the rules of incidents look at. Stateless. */
public final class FiguresQuery {
    private static final long HOUR_MICROS = 3_600_000_000L;
    private static final long DAY_MICROS = 24 * HOUR_MICROS;
    private static final long WEEK_MICROS = 7 * DAY_MICROS;

    private static final Sql HEADS = Sql.named("incident_heads");
    private static final Sql HOURS = Sql.named("incident_hours");
    private static final Sql UNPRICED = Sql.named("incident_unpriced");
    private static final Sql ACCOUNTS = Sql.named("incident_accounts");
    private static final Sql REJECTED = Sql.named("incident_rejected");
    private static final Sql VERDICTS = Sql.named("incident_verdicts");

    private record Hour(long ago, BigInteger costPicoUsd) {}

    private FiguresQuery() {}

    /** The figures at a time. */
    public static Figures at(Connection connection, long nowMicros) throws SQLException {
        long recent = nowMicros - HOUR_MICROS;
        List<Head> heads = HEADS.list(
                connection,
                Map.of("recent", recent, "since", recent - DAY_MICROS, "now", nowMicros),
                row -> new Head(
                        row.getString("target"),
                        row.getLong("calls"),
                        row.getLong("fell"),
                        row.getLong("usual_calls"),
                        row.getLong("usual_fell")));
        List<Hour> hours = HOURS.list(
                connection,
                Map.of("since", recent - WEEK_MICROS, "now", nowMicros),
                row -> new Hour(row.getLong("hours_ago"), ArmCounts.picoUsd(row, "cost_pico")));
        Map<String, Long> unpriced = new TreeMap<>();
        UNPRICED.list(
                connection,
                Map.of("recent", recent, "now", nowMicros),
                row -> unpriced.put(row.getString("model"), row.getLong("calls")));
        List<Account> accounts = ACCOUNTS.list(
                connection,
                Map.of("since", nowMicros - DAY_MICROS, "now", nowMicros),
                row -> new Account(
                        row.getString("model"),
                        row.getLong("calls"),
                        ArmCounts.picoUsd(row, "ours"),
                        ArmCounts.picoUsd(row, "theirs")));
        long rejected = REJECTED.list(connection, Map.of("recent", recent, "now", nowMicros), row -> row.getLong("n"))
                .get(0);
        return new Figures(
                heads,
                hours.stream()
                        .filter(hour -> hour.ago() == 0)
                        .map(Hour::costPicoUsd)
                        .findFirst()
                        .orElse(BigInteger.ZERO),
                hours.stream()
                        .filter(hour -> hour.ago() > 0)
                        .map(Hour::costPicoUsd)
                        .toList(),
                unpriced,
                accounts,
                rejected);
    }

    /** The changes of verdicts recorded after a time, each an incident that is over at once. */
    public static List<Incident> verdictChanges(Connection connection, long sinceMicros) throws SQLException {
        return VERDICTS.list(connection, Map.of("since", sinceMicros), row -> {
            String experiment = row.getString("route") + " / " + row.getString("experiment");
            String detail = experiment + ": the verdict of epoch " + row.getLong("epoch") + " changed from "
                    + row.getString("said_before") + " to " + row.getString("verdict");
            return new Incident(
                    new Alarm(Kind.VERDICT, experiment, null, null, detail),
                    row.getLong("ts_us"),
                    row.getLong("ts_us"));
        });
    }
}
