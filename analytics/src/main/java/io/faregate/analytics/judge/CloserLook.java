package io.faregate.analytics.judge;

import io.faregate.analytics.query.Epoch;
import io.faregate.analytics.query.SlicesQuery;
import io.faregate.analytics.query.SlicesQuery.Slice;
import io.faregate.analytics.query.TailQuery;
import io.faregate.analytics.query.TailQuery.DearTask;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lies under an experiment's figures: its dearest tasks, and its tasks by a trait. Of the same tasks as a look,
 * and without weight in any verdict. Safe for use by many threads; blocks.
 */
public final class CloserLook {
    private final Judge judge;
    private final Cohorts cohorts;

    /** Closer looks at what this judge looks at. */
    public CloserLook(Judge judge) {
        this.judge = judge;
        this.cohorts = judge.cohorts();
    }

    /** The dearest tasks of each arm; none for a route without calls with an arm. */
    public List<DearTask> tail(String route, @Nullable String experiment, int dearest) {
        Epoch epoch = judge.newest(route, experiment);
        if (epoch == null) {
            return List.of();
        }
        long now = judge.nowMicros();
        return cohorts.on(route, epoch, judge.policy(route), (c, gathered) -> TailQuery.of(c, gathered, now, dearest));
    }

    /** The tasks by a trait of their first call; none for a route without calls with an arm. */
    public List<Slice> slices(String route, @Nullable String experiment, String trait) {
        Epoch epoch = judge.newest(route, experiment);
        if (epoch == null) {
            return List.of();
        }
        long now = judge.nowMicros();
        return cohorts.on(route, epoch, judge.policy(route), (c, gathered) -> SlicesQuery.of(c, gathered, now, trait));
    }
}
