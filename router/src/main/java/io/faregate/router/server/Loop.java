package io.faregate.router.server;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.dialect.Wording;
import io.faregate.router.health.Classifier;
import io.faregate.router.health.Failure;
import io.faregate.router.route.Planner;
import io.faregate.router.route.Standings;
import io.faregate.router.route.Surface;
import io.faregate.router.route.Walks;
import io.faregate.router.spend.LoopLedger;
import io.faregate.router.upstream.UpstreamClient;
import io.faregate.router.usage.Attempted;
import io.faregate.router.usage.AttemptedEncoder;
import io.faregate.router.usage.RowId;
import io.faregate.router.wire.AnswerScanner;
import io.faregate.router.wire.ChatRequestScanner;
import io.faregate.router.wire.ChunkScanner;
import io.faregate.router.wire.ErrorEnvelope;
import io.faregate.router.wire.UsageReader;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledFuture;

/**
 * What one event loop owns: its connections, its part of the ledger, its scanners and its chance. Confined to that
 * loop; the only place in the shell that reads the clock for requests.
 */
final class Loop {
    private static final int MOST_QUOTED = 1024;

    private final Vertx vertx;
    private final ContextInternal context;
    private final Shared shared;
    private final LoopLedger ledger;
    private final UpstreamClient upstream;
    private final Connections connections;
    private final Gates gates;
    private final RowWriter rows;
    private final SplittableRandom random = new SplittableRandom();
    private final ChatRequestScanner scanner = new ChatRequestScanner(random.nextLong());
    private final UsageReader usual = new UsageReader(false);
    private final UsageReader reasoningOutside = new UsageReader(true);
    private final AnswerScanner usualAnswers = new AnswerScanner(usual);
    private final AnswerScanner answersWithReasoningOutside = new AnswerScanner(reasoningOutside);
    private final AttemptedEncoder attemptedEncoder = new AttemptedEncoder();
    private final EnumMap<Surface, Standings> standings = new EnumMap<>(Surface.class);
    private final Walks walks = new Walks();
    private final Map<String, byte[]> quoted = new HashMap<>();
    private final Set<Exchange> open = Collections.newSetFromMap(new IdentityHashMap<>());

    Loop(Vertx vertx, Shared shared, int index) {
        this.vertx = vertx;
        this.shared = shared;
        this.context = ContextInternal.class.cast(vertx.getOrCreateContext());
        this.ledger = shared.ledger().loop(index, task -> context.runOnContext(ignored -> task.run()), wallMillis());
        this.upstream = new UpstreamClient(vertx);
        this.connections = new Connections(vertx, shared);
        this.gates = new Gates(this, context);
        this.rows = new RowWriter(this, context);
    }

    Vertx vertx() {
        return vertx;
    }

    Shared shared() {
        return shared;
    }

    LoopLedger ledger() {
        return ledger;
    }

    UpstreamClient upstream() {
        return upstream;
    }

    /** Those of clients. */
    Connections connections() {
        return connections;
    }

    Gates gates() {
        return gates;
    }

    RowWriter rows() {
        return rows;
    }

    ChatRequestScanner scanner() {
        return scanner;
    }

    ChunkScanner chunkScanner(Candidate candidate) {
        return new ChunkScanner(reasonsOutside(candidate) ? reasoningOutside : usual);
    }

    AnswerScanner answerScanner(Candidate candidate) {
        return reasonsOutside(candidate) ? answersWithReasoningOutside : usualAnswers;
    }

    /** A scanner of answers for another thread. */
    static AnswerScanner answerScannerApart(Candidate candidate) {
        return new AnswerScanner(new UsageReader(reasonsOutside(candidate)));
    }

    private static boolean reasonsOutside(Candidate candidate) {
        return "xai".equals(candidate.target().provider().name());
    }

    /** What was tried, as the array of answers and errors. */
    byte[] attempted(RequestFacts facts) {
        return attemptedEncoder.encode(facts.attempted());
    }

    /** The added member of an answer. */
    byte[] member(RequestFacts facts, Candidate candidate, Attempted attempted) {
        Arm arm = facts.arm();
        return attemptedEncoder.member(
                facts.requestId, candidate.target().name(), arm == null ? null : arm.key(), attempted);
    }

    /** Which failure an answer is. */
    Failure classify(int status, MultiMap headers, byte[] body, Candidate candidate) {
        String provider = candidate.target().provider().name();
        return Classifier.classify(
                status, headers::get, body, provider, candidate.slot().apiKey(), wallMillis());
    }

    /** Which failure it is that was told in spite of a good status. */
    Failure classifyTold(
            MultiMap headers, byte[] bytes, int offset, int length, Candidate candidate, boolean billable) {
        String provider = candidate.target().provider().name();
        return Classifier.classifyTold(
                200,
                headers::get,
                bytes,
                offset,
                length,
                provider,
                candidate.slot().apiKey(),
                billable,
                wallMillis());
    }

    /** What may hold candidates back at an endpoint. */
    Standings standings(Surface surface) {
        Standings there = standings.get(surface);
        if (there == null) {
            there = new Standings(shared.board(), surface == Surface.CHAT ? "" : " for " + surface.key());
            standings.put(surface, there);
        }
        return there;
    }

    /** Plans and walks to be had. */
    Walks walks() {
        return walks;
    }

    /** A planner that knows what cannot be said to whom. */
    Planner planner(Wording wording, boolean strict) {
        Planner planner = shared.planner();
        return wording.mayObject(strict) ? planner.objecting(wording) : planner;
    }

    long nowNanos() {
        return System.nanoTime();
    }

    long wallMillis() {
        return System.currentTimeMillis();
    }

    long random() {
        return random.nextLong();
    }

    double uniform() {
        return random.nextDouble();
    }

    String freshId(long millis) {
        return RowId.of(millis, random.nextLong(), random.nextLong()).toString();
    }

    /** Runs a task once all that is ready to be read in this turn of the loop has been. */
    void atTurnsEnd(Runnable task) {
        context.runOnContext(turned -> task.run());
    }

    void after(long nanos, Runnable task) {
        ScheduledFuture<?> unused = timer((nanos + 999_999) / 1_000_000, task);
    }

    /**
     * Runs a task on this loop after at least a millisecond, unless the timer is cancelled. Straight from the loop's
     * own queue: each call has two such timers, and Vert.x would keep a number, an entry and a handler for each.
     */
    ScheduledFuture<?> timer(long millis, Runnable task) {
        return context.nettyEventLoop().schedule(() -> context.dispatch(task), Math.max(1, millis), MILLISECONDS);
    }

    /** A text as a JSON string; the few names that answers carry are made once. */
    byte[] quoted(String text) {
        byte[] json = quoted.get(text);
        if (json == null) {
            json = ErrorEnvelope.quoted(text);
            if (quoted.size() < MOST_QUOTED) {
                quoted.put(text, json);
            }
        }
        return json;
    }

    void entered(Exchange exchange) {
        exchange.facts.trace = shared.trace(exchange.request);
        open.add(exchange);
        shared.entered();
    }

    void left(Exchange exchange) {
        if (open.remove(exchange)) {
            shared.left();
        }
    }

    /** Ends what is still open, for a shutdown whose patience is over. */
    void abandon() {
        for (Exchange exchange : Set.copyOf(open)) {
            exchange.shutDown();
        }
        rows.flush();
    }
}
