package io.faregate.analytics.judge;

import io.faregate.analytics.decide.EpochState;
import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.query.Epoch;
import io.faregate.analytics.query.Records;
import io.faregate.analytics.query.Records.Last;
import io.faregate.analytics.query.Records.Stored;
import io.faregate.analytics.store.Warehouse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The records of evaluations: one a minute and one at each change of verdict, never changed afterwards. Safe for use by
 * many threads as long as one epoch is looked at by one thread at a time.
 */
final class EvaluationLog {
    private static final long EVERY_MICROS = 60_000_000;

    private final Warehouse warehouse;
    private final RandomGenerator random;
    private final Map<String, Last> lastByEpoch = new ConcurrentHashMap<>();

    EvaluationLog(Warehouse warehouse, RandomGenerator random) {
        this.warehouse = warehouse;
        this.random = random;
    }

    /** What earlier looks at the epoch settled. */
    EpochState state(String route, Epoch epoch) {
        Last last = last(route, epoch);
        return last == null ? EpochState.NEW : RecordJson.state(last.state());
    }

    /**
     * Records the evaluation if a minute has passed or the verdict changed;
     * gives the id of the record that holds it.
     */
    String keep(
            String route,
            Epoch epoch,
            @Nullable String challenger,
            EvaluationRecord given,
            Evaluation evaluation,
            long nowMicros) {
        Last last = last(route, epoch);
        String verdict = evaluation.verdict().wireName();
        String state = RecordJson.print(evaluation.state());
        if (last != null
                && last.verdict().equals(verdict)
                && last.state().equals(state)
                && nowMicros - last.tsMicros() < EVERY_MICROS) {
            return last.recordId();
        }
        String id = RecordId.of(nowMicros / 1000, random.nextLong(), random.nextLong());
        Stored stored = new Stored(
                id,
                nowMicros,
                route,
                epoch,
                challenger,
                given.epoch().tasks(),
                verdict,
                // A check after a promotion is no further try of yesterday's primary.
                evaluation.gates().open() && !given.standing().holdback(),
                state,
                RecordJson.print(given));
        warehouse.write(connection -> {
            Records.insert(connection, stored);
            return stored;
        });
        lastByEpoch.put(key(route, epoch), new Last(id, nowMicros, verdict, state));
        return id;
    }

    private @Nullable Last last(String route, Epoch epoch) {
        Last known = lastByEpoch.get(key(route, epoch));
        if (known != null) {
            return known;
        }
        Last found = warehouse
                .read(connection -> Optional.ofNullable(Records.last(connection, route, epoch)))
                .orElse(null);
        if (found != null) {
            lastByEpoch.put(key(route, epoch), found);
        }
        return found;
    }

    private static String key(String route, Epoch epoch) {
        return route + '\n' + epoch.experiment() + '\n' + epoch.label();
    }
}
