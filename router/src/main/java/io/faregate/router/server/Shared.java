package io.faregate.router.server;

import io.faregate.router.config.Setup;
import io.faregate.router.dialect.LearnedQuirks;
import io.faregate.router.health.BenchBoard;
import io.faregate.router.limits.GateBook;
import io.faregate.router.limits.LimitBook;
import io.faregate.router.rank.LatencyBook;
import io.faregate.router.route.Planner;
import io.faregate.router.route.PoolOrders;
import io.faregate.router.route.Refusal;
import io.faregate.router.spend.Admission;
import io.faregate.router.spend.BudgetId;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.telemetry.GenAiNames;
import io.faregate.router.telemetry.RequestTrace;
import io.faregate.router.telemetry.Tracing;
import io.faregate.router.usage.UsageSink;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What all event loops of one process share. Thread-safe: one volatile snapshot, the rest is lock-free or counted. */
public final class Shared {
    private final String instance;
    private final String version;
    private final SpendLedger ledger;
    private final UsageSink sink;
    private final LatencyBook latencies = new LatencyBook(System.nanoTime());
    private final PoolOrders orders = new PoolOrders(latencies);
    private final Planner planner = new Planner(orders);
    private final LimitBook limits = new LimitBook();
    private final GateBook gates = new GateBook();
    private final BenchBoard board = new BenchBoard();
    private final LearnedQuirks quirks = new LearnedQuirks();
    private final Prefills prefills = new Prefills();
    private final InFlight inFlight = new InFlight();
    private final AnswerRoom answerRoom = AnswerRoom.ofHeap();
    private final AnswerRoom bodyRoom = AnswerRoom.ofHeap();
    private final RouterMetrics metrics = new RouterMetrics();
    private final GenAiNames names;
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();
    private final Patience patience;
    private volatile Snapshot snapshot;
    private volatile boolean draining;
    private volatile @Nullable Tracing tracing;
    private volatile Supplier<@Nullable String> trouble = () -> null;
    private volatile @Nullable Function<BudgetId, Future<Map<String, Long>>> drawn;

    Shared(String instance, String version, SpendLedger ledger, UsageSink sink, Snapshot snapshot, Patience patience) {
        this.instance = instance;
        this.version = version;
        this.ledger = ledger;
        this.sink = sink;
        this.snapshot = snapshot;
        this.patience = patience;
        this.names = snapshot.setup().config().telemetry().latestNames() ? GenAiNames.LATEST : GenAiNames.V1_41;
        follow(snapshot.setup());
    }

    private void follow(Setup setup) {
        long nowMillis = System.currentTimeMillis();
        orders.take(setup.routing(), nowMillis);
        planner.take(setup.routing());
        limits.replace(
                LimitSettings.of(setup.providerLimits(), name -> name),
                LimitSettings.of(setup.targetLimits(), name -> LimitSettings.provider(setup, name)),
                System.nanoTime(),
                nowMillis);
        gates.replace(setup.routing().targets());
    }

    Patience patience() {
        return patience;
    }

    String instance() {
        return instance;
    }

    String version() {
        return version;
    }

    SpendLedger ledger() {
        return ledger;
    }

    UsageSink sink() {
        return sink;
    }

    LatencyBook latencies() {
        return latencies;
    }

    Planner planner() {
        return planner;
    }

    LimitBook limits() {
        return limits;
    }

    GateBook gates() {
        return gates;
    }

    BenchBoard board() {
        return board;
    }

    LearnedQuirks quirks() {
        return quirks;
    }

    Prefills prefills() {
        return prefills;
    }

    InFlight inFlight() {
        return inFlight;
    }

    AnswerRoom bodyRoom() {
        return bodyRoom;
    }

    AnswerRoom answerRoom() {
        return answerRoom;
    }

    RouterMetrics metrics() {
        return metrics;
    }

    /** The names of metrics about models, as the configuration at the start has it. */
    GenAiNames names() {
        return names;
    }

    /** From now on requests are traced. */
    void trace(Tracing with) {
        tracing = with;
    }

    /** The trace of a request that begins, or null without tracing. */
    @Nullable
    RequestTrace trace(HttpServerRequest request) {
        Tracing on = tracing;
        return on == null ? null : on.begin(request.getHeader("traceparent"), request.getHeader("tracestate"));
    }

    Snapshot snapshot() {
        return snapshot;
    }

    void swap(Snapshot next) {
        follow(next.setup());
        snapshot = next;
    }

    void readyDetail(Supplier<@Nullable String> source) {
        trouble = source;
    }

    /** What ails the state shared with replicas, or null. */
    @Nullable
    String trouble() {
        return trouble.get();
    }

    /** A refusal as the client is told it: whether there may be money that this replica cannot draw. */
    Refusal explained(Refusal refusal) {
        boolean drawn = refusal.code().equals(Admission.Refused.DAILY.code())
                || refusal.code().equals(Admission.Refused.TASK.code());
        return drawn && refusal.lacksMoney() && trouble() != null
                ? refusal.adding(
                        "The store of the shared budgets cannot be reached, so that only what this router has in"
                                + " hand can be spent.")
                : refusal;
    }

    void drawnBy(Function<BudgetId, Future<Map<String, Long>>> source) {
        drawn = source;
    }

    /** What each replica has drawn of a budget, as the shared store knows it; null where nothing is shared. */
    @Nullable
    Future<Map<String, Long>> drawnBy(BudgetId budget) {
        Function<BudgetId, Future<Map<String, Long>>> source = drawn;
        return source == null ? null : source.apply(budget);
    }

    boolean draining() {
        return draining;
    }

    void drain() {
        draining = true;
    }

    void entered() {
        open.incrementAndGet();
    }

    void left() {
        open.decrementAndGet();
    }

    void connected() {
        connections.incrementAndGet();
    }

    void disconnected() {
        connections.decrementAndGet();
    }

    /** Connections of clients that are open. */
    long connections() {
        return connections.get();
    }

    /** Requests that have not ended. */
    long open() {
        return open.get();
    }
}
