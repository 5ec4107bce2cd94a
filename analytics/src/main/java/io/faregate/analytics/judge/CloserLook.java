package io.faregate.analytics.judge;

import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.query.Epoch;
import io.faregate.analytics.query.SlicesQuery;
import io.faregate.analytics.query.SlicesQuery.Slice;
import io.faregate.analytics.query.TailQuery;
import io.faregate.analytics.query.TailQuery.DearTask;
import io.faregate.analytics.store.Warehouse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lies under an experiment's figures: its dearest tasks, and its tasks by a trait. Of the same tasks as a look,
 * and without weight in any verdict. Safe for use by many threads; blocks.
 */
public final class CloserLook {
    private final Warehouse warehouse;
    private final Judge judge;

    /** Closer looks at what this judge looks at. */
    public CloserLook(Warehouse warehouse, Judge judge) {
        this.warehouse = warehouse;
        this.judge = judge;
    }

    /** The dearest tasks of each arm; none for a route without calls with an arm. */
    public List<DearTask> tail(String route, @Nullable String experiment, int dearest) {
        Epoch epoch = judge.newest(route, experiment);
        if (epoch == null) {
            return List.of();
        }
        Policy policy = judge.policy(route);
        long now = judge.nowMicros();
        return warehouse.read(c -> TailQuery.of(c, route, epoch, policy, now, dearest));
    }

    /** The tasks by a trait of their first call; none for a route without calls with an arm. */
    public List<Slice> slices(String route, @Nullable String experiment, String trait) {
        Epoch epoch = judge.newest(route, experiment);
        if (epoch == null) {
            return List.of();
        }
        Policy policy = judge.policy(route);
        long now = judge.nowMicros();
        return warehouse.read(c -> SlicesQuery.of(c, route, epoch, policy, now, trait));
    }
}
