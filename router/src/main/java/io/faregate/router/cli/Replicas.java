package io.faregate.router.cli;

import io.faregate.router.admin.Control;
import io.faregate.router.server.RouterServer;
import io.faregate.router.shared.Patience;
import io.faregate.router.shared.SharedBenches;
import io.faregate.router.shared.SharedBudgets;
import io.faregate.router.shared.SharedLimits;
import io.faregate.router.shared.SharedPauses;
import io.faregate.router.shared.SharedState;
import io.faregate.router.spend.SpendLedger;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.ZoneId;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this process shares with others by {@code shared.redis}; nothing when it is not configured. */
final class Replicas {
    private static final Logger LOG = LoggerFactory.getLogger(Replicas.class);
    private static final long PATIENCE_SECONDS = 5;

    private final Vertx vertx;
    private final @Nullable String redisUrl;
    private final String instance;
    private final @Nullable SharedBudgets budgets;
    private @Nullable SharedBenches benches;
    private @Nullable SharedLimits limits;
    private @Nullable SharedPauses pauses;
    private @Nullable SharedState state;

    private Replicas(Vertx vertx, @Nullable String redisUrl, String instance, @Nullable SharedBudgets budgets) {
        this.instance = instance;
        this.vertx = vertx;
        this.redisUrl = redisUrl;
        this.budgets = budgets;
    }

    static Replicas of(Vertx vertx, @Nullable String redisUrl, String instance) {
        return new Replicas(
                vertx,
                redisUrl,
                instance,
                redisUrl == null ? null : new SharedBudgets(vertx, redisUrl, instance, Patience.USUAL));
    }

    /** What other routers were told is in force here from now on. */
    void share(Control control) {
        if (redisUrl != null) {
            SharedState shared = new SharedState(vertx, redisUrl, instance, Patience.USUAL);
            state = shared;
            control.share(shared);
            shared.start(control::follow);
        }
    }

    SpendLedger ledger(ZoneId zone, int loops) {
        return new SpendLedger(zone, loops, budgets);
    }

    /** Notes who is alive, before rows are read. */
    void beforeRows() {
        if (budgets != null) {
            await(budgets.beforeRows());
        }
    }

    /** Joins the others; returns once money can be drawn, or the store cannot be reached for now. */
    void join(RouterServer server, SpendLedger ledger) {
        SharedBudgets shared = budgets;
        if (shared == null || redisUrl == null) {
            return;
        }
        SharedBenches sharedBenches = new SharedBenches(vertx, redisUrl, server.board(), Patience.USUAL);
        benches = sharedBenches;
        sharedBenches.start();
        SharedLimits sharedLimits = new SharedLimits(vertx, redisUrl, instance, server.limits(), Patience.USUAL);
        limits = sharedLimits;
        sharedLimits.start();
        SharedPauses sharedPauses = new SharedPauses(vertx, redisUrl, server.limits(), Patience.USUAL);
        pauses = sharedPauses;
        sharedPauses.start();
        FunctionCounter.builder("faregate.shared.limit.statements", sharedLimits, SharedLimits::exchanges)
                .description("Times the shared store was told and asked of rate limits")
                .register(server.meters());
        await(shared.start(ledger));
        server.readyDetail(() -> trouble(shared));
        server.drawnBy(shared::holdings);
        Gauge.builder("faregate.shared.reachable", shared, budget -> budget.trouble() == null ? 1 : 0)
                .description("Whether the shared store answers; while it does not, what is in hand is spent")
                .register(server.meters());
        FunctionCounter.builder("faregate.shared.draws", shared, SharedBudgets::draws)
                .description("Slices asked of the shared store")
                .register(server.meters());
        FunctionCounter.builder("faregate.shared.failures", shared, SharedBudgets::failures)
                .description("Requests to the shared store that failed")
                .register(server.meters());
    }

    private @Nullable String trouble(SharedBudgets shared) {
        String trouble = shared.trouble();
        return trouble == null && state != null ? state.trouble() : trouble;
    }

    /** Gives back what is in hand; after the last settlement. */
    void leave() {
        if (state != null) {
            state.stop();
        }
        if (benches != null) {
            benches.stop();
        }
        if (pauses != null) {
            pauses.stop();
        }
        if (limits != null) {
            await(limits.leave());
        }
        if (budgets != null) {
            await(budgets.leave());
        }
    }

    private static void await(Future<Void> done) {
        try {
            done.toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("the shared store did not answer: {}", e.toString());
        }
    }
}
