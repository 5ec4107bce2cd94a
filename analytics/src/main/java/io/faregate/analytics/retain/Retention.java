package io.faregate.analytics.retain;

import io.faregate.analytics.config.Canaries;
import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.query.OldDaysQuery;
import io.faregate.analytics.query.OldDaysQuery.Newest;
import io.faregate.analytics.row.UtcTime;
import io.faregate.analytics.store.Warehouse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets whole UTC days leave the database for the archive once they are {@code keep_days} old, a day a step. A day stays
 * while an experiment that runs has tasks in it or after it: without their first calls tasks would be counted wrongly.
 *
 * <p>An experiment runs while the file names it, and until its newest call is {@code keep_days} old.
 *
 * <p>One thread takes the steps; the counts are for any.
 */
public final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
    private static final long DAY_MICROS = 86_400_000_000L;

    private final Warehouse warehouse;
    private final IntSupplier keepDays;
    private final Supplier<Canaries> canaries;
    private final LongSupplier nowMicros;
    private final LongAdder rows = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private @Nullable Held told;

    /** Which route's experiment needs rows, and from when on. */
    private record Held(String route, String experiment, long fromMicros) {}

    /** A look at what is due. */
    private record Due(@Nullable Held held, List<LocalDate> days) {}

    /**
     * The retention of a warehouse.
     *
     * @param keepDays how many whole days rows stay
     * @param canaries the experiments that the file names, as it stands
     * @param nowMicros the time, microseconds since 1970
     */
    public Retention(Warehouse warehouse, IntSupplier keepDays, Supplier<Canaries> canaries, LongSupplier nowMicros) {
        this.warehouse = warehouse;
        this.keepDays = keepDays;
        this.canaries = canaries;
        this.nowMicros = nowMicros;
    }

    /** Lets the oldest day that is due leave; gives whether there may be another. */
    public boolean step() {
        long before = (Math.floorDiv(nowMicros.getAsLong(), DAY_MICROS) - keepDays.getAsInt()) * DAY_MICROS;
        try {
            Due due = warehouse.read(connection -> due(connection, before));
            tell(due.held());
            if (due.days().isEmpty()) {
                return false;
            }
            LocalDate day = due.days().get(0);
            long moved = warehouse.archive(day);
            rows.add(moved);
            LOG.info("archived {} rows of {} into {}", moved, day, warehouse.archiveFolder());
            return due.days().size() > 1;
        } catch (RuntimeException e) {
            failures.increment();
            throw e;
        }
    }

    /** Rows archived since the start. */
    public long rows() {
        return rows.sum();
    }

    /** Steps that failed since the start. */
    public long failures() {
        return failures.sum();
    }

    private Due due(Connection connection, long beforeMicros) throws SQLException {
        List<LocalDate> days = OldDaysQuery.days(connection, beforeMicros);
        Held held = days.isEmpty() ? null : held(connection, beforeMicros);
        if (held == null) {
            return new Due(null, days);
        }
        LocalDate first = LocalDate.ofEpochDay(Math.floorDiv(held.fromMicros(), DAY_MICROS));
        return new Due(held, days.stream().filter(day -> day.isBefore(first)).toList());
    }

    /** The running experiment that needs the oldest rows; null if none needs any of before that time. */
    private @Nullable Held held(Connection connection, long beforeMicros) throws SQLException {
        Held oldest = null;
        for (Newest epoch : OldDaysQuery.newest(connection)) {
            CanaryRoute configured = canaries.get().of(epoch.route());
            boolean named = configured != null && configured.experiment().equals(epoch.experiment());
            Long first =
                    named || epoch.lastMicros() >= beforeMicros ? OldDaysQuery.firstMicros(connection, epoch) : null;
            if (first != null && first < beforeMicros && (oldest == null || first < oldest.fromMicros())) {
                oldest = new Held(epoch.route(), epoch.experiment(), first);
            }
        }
        return oldest;
    }

    private void tell(@Nullable Held held) {
        if (held != null && !held.equals(told)) {
            LOG.info(
                    "rows from {} on stay beyond keep_days={}: experiment {} of the route {} still runs",
                    UtcTime.printBound(held.fromMicros()),
                    keepDays.getAsInt(),
                    held.experiment(),
                    held.route());
        }
        told = held;
    }
}
