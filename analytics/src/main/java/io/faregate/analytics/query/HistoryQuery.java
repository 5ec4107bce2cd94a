package io.faregate.analytics.query;

import io.faregate.analytics.decide.Arm;
import io.faregate.analytics.decide.EpochSummary;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What an epoch looked like over time, recomputed from stretches of t0: the sums of each stretch are merged one after
 * the other, so that all points together cost little more than one. Latencies do not merge and are left out. Stateless.
 */
public final class HistoryQuery {
    private static final long HOUR_MICROS = 3_600_000_000L;
    private static final int MOST_POINTS = 300;
    /** A young epoch is looked at closely: the finest of these that gives few enough points. */
    private static final long[] WIDTHS_MICROS = {
        1_000_000L, 5_000_000L, 20_000_000L, 60_000_000L, 300_000_000L, 1_200_000_000L, HOUR_MICROS
    };

    private record Part(Arm arm, long bucket, ArmCounts counts) {}

    private HistoryQuery() {}

    /** The sums of the tasks that were mature at a time. */
    public record Point(long tsMicros, EpochSummary summary) {}

    /** The points of an epoch, oldest first: at most 300, and after five days never closer than an hour. */
    public static List<Point> of(Connection connection, Gathered gathered, long nowMicros) throws SQLException {
        Epoch epoch = gathered.epoch();
        long span = Math.max(0, epoch.lastMicros() - epoch.firstMicros());
        long width = width(span);
        Map<String, Object> parameters = gathered.parameters(nowMicros);
        parameters.put("first", epoch.firstMicros());
        parameters.put("width", width);
        List<Part> parts = gathered.sql("arms", Map.of("bucket", "(t0 - $first) // $width"))
                .list(
                        connection,
                        parameters,
                        row -> new Part(Gathered.arm(row), row.getLong("bucket"), ArmCounts.of(row)));

        List<Point> points = new ArrayList<>();
        ArmCounts primary = ArmCounts.NONE;
        ArmCounts challenger = ArmCounts.NONE;
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            primary = part.arm() == Arm.PRIMARY ? primary.plus(part.counts()) : primary;
            challenger = part.arm() == Arm.CHALLENGER ? challenger.plus(part.counts()) : challenger;
            boolean bucketEnds = i + 1 == parts.size() || parts.get(i + 1).bucket() != part.bucket();
            if (bucketEnds) {
                long end = epoch.firstMicros() + (part.bucket() + 1) * width + gathered.windowMicros();
                long ts = Math.min(nowMicros, end);
                double days = Math.max(0, (ts - epoch.firstMicros()) / CohortQuery.DAY_MICROS);
                EpochSummary summary = new EpochSummary(
                        days,
                        epoch.share(),
                        primary.crossedTasks() + challenger.crossedTasks(),
                        primary.lateTasks() + challenger.lateTasks(),
                        primary.summary(),
                        challenger.summary());
                points.add(new Point(ts, summary));
            }
        }
        return points;
    }

    private static long width(long spanMicros) {
        for (long width : WIDTHS_MICROS) {
            if (spanMicros / width < MOST_POINTS) {
                return width;
            }
        }
        return HOUR_MICROS * (1 + spanMicros / (HOUR_MICROS * MOST_POINTS));
    }
}
