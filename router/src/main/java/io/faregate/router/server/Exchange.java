package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.health.Failure;
import io.faregate.router.route.Dear;
import io.faregate.router.route.Failover;
import io.faregate.router.route.Refusal;
import io.faregate.router.route.Route;
import io.faregate.router.route.RoutePlan;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Shortfall;
import io.faregate.router.route.Step;
import io.faregate.router.route.Surface;
import io.faregate.router.route.VirtualKey;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.UsageRow.Outcome;
import io.faregate.router.wire.ChatRequest;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request of one client, from its first byte to its row. Confined to its event loop. The only loop over targets is
 * here, the same for plain and streamed answers; every ending goes through {@link #close}.
 */
final class Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    private static final long UNBOUNDED = Long.MAX_VALUE;

    final Loop loop;
    final ClientResponse client;
    final Surface surface;
    final HttpServerRequest request;
    final RequestFacts facts;
    final Purse purse;

    private final KeepAlive keepAlive;
    private final Seat seat;
    private final CallInHand inHand;
    private final Ending ending;
    private @Nullable BodyReader body;
    private @Nullable Failover walk;
    private @Nullable Continuation continuation;

    private Exchange(Loop loop, HttpServerRequest request, Surface surface) {
        this.loop = loop;
        this.request = request;
        this.surface = surface;
        this.facts = new RequestFacts(loop, request, surface);
        this.client = new ClientResponse(loop, request, facts);
        this.purse = new Purse(this);
        this.keepAlive = new KeepAlive(this);
        this.seat = new Seat(loop.gates());
        this.inHand = new CallInHand(purse, seat);
        this.ending = new Ending(this);
    }

    /** Serves a request; the body has not been read yet. */
    static void serve(Loop loop, HttpServerRequest request, Surface surface) {
        Exchange exchange = new Exchange(loop, request, surface);
        loop.entered(exchange);
        exchange.client.onGone(() -> exchange.guarded(exchange::abandon));
        exchange.guarded(exchange::start);
    }

    /** Takes a step that a client, a timer, a queue or a ledger brings about; a fault of ours ends the exchange. */
    void guarded(Runnable step) {
        try {
            facts.traced(step);
        } catch (RuntimeException fault) {
            crashed(fault);
        }
    }

    private void start() {
        Snapshot snapshot = loop.shared().snapshot();
        if (loop.shared().draining()) {
            refuse(new Refusal(503, "server_error", "draining", "The router is shutting down.", 1, true, true));
            return;
        }
        if (!snapshot.keyring().open()) {
            VirtualKey key = RequestIdentity.key(request, snapshot.keyring());
            if (key == null) {
                refuse(Refusal.of(
                        401, "authentication_error", "invalid_key", "The key is missing or not one of this router's."));
                return;
            }
            facts.key = key;
        }
        body = BodyReader.hold(
                loop,
                request,
                snapshot.maxBodyBytes(),
                read -> guarded(() -> received(snapshot, read)),
                fault -> guarded(() -> unreadable(fault)));
    }

    private void unreadable(BodyReader.Fault fault) {
        facts.received(loop.nowNanos());
        if (fault.connectionEnds()) {
            client.closeAfterwards();
        }
        refuse(fault.refusal(loop.shared().snapshot().maxBodyBytes()));
    }

    private void received(Snapshot snapshot, byte[] body) {
        if (!ending.begun()) {
            facts.received(loop.nowNanos());
            RequestReading.read(this, snapshot, body);
        }
    }

    /** The request has been read. */
    void plan(Snapshot snapshot, ChatRequest asked) {
        if (ending.begun()) {
            return;
        }
        RouteRequest wanted = asked.facts();
        Route route = snapshot.routing().route(wanted.model());
        if (route == null || !RequestIdentity.mayUse(facts.key, route)) {
            refuse(facts.unknown(snapshot.routing(), wanted.model()));
            return;
        }
        facts.task(RequestIdentity.taskId(request, wanted.metadataTaskId()));
        purse.open(snapshot.routing(), route);
        RoutePlan plan = loop.planner(facts.wording(), route.strict())
                .plan(
                        loop.walks().room(),
                        route,
                        wanted,
                        facts.taskId(),
                        facts.keyName(),
                        purse.needsPrice(),
                        facts.receivedNanos,
                        facts.arrivedMillis,
                        loop.random());
        facts.planned(plan, snapshot);
        long deadline = facts.boundBy(route.deadlineNanos());
        walk = loop.walks().begin(plan, snapshot.benchPolicy(), loop.standings(surface), facts.attempted(), deadline);
        facts.walk = walk;
        if (route.holdStreams() && wanted.stream()) {
            keepAlive.start();
        }
        run(walk.next(facts.receivedNanos));
    }

    private void run(Step step) {
        if (ending.begun()) {
            return;
        }
        if (step instanceof Step.Reply && continuation != null) {
            close(Outcome.TRUNCATED, 200, continuation.code(), continuation::giveUp);
        } else if (step instanceof Step.Reply reply) {
            refuse(reply.refusal());
        } else if (step instanceof Step.Attempt attempt) {
            if (attempt.waitNanos() > 0) {
                loop.after(attempt.waitNanos(), () -> guarded(() -> admit(attempt)));
            } else {
                admit(attempt);
            }
        }
    }

    private void admit(Step.Attempt attempt) {
        if (ending.begun()) {
            return;
        }
        ChatRequest asked = facts.asked;
        if (asked == null) {
            throw new IllegalStateException("a call before its request");
        }
        seat.take(
                attempt.candidate(),
                asked.facts(),
                () -> guarded(() -> pay(attempt)),
                (kind, reason, freeAt) -> guarded(() -> skip(kind, reason, freeAt)));
        Gates.Ticket waiting = seat.waiting();
        if (waiting != null && facts.deadlineNanos != UNBOUNDED) {
            loop.after(facts.deadlineNanos - loop.nowNanos(), () -> guarded(() -> outwait(waiting)));
        }
    }

    /** The deadline has come while the request stood in a queue. */
    private void outwait(Gates.Ticket waiting) {
        if (!ending.begun() && seat.waiting() == waiting) {
            seat.leave();
            skip(Shortfall.Kind.QUEUE, "queue_full", UNBOUNDED);
        }
    }

    private void pay(Step.Attempt attempt) {
        if (ending.begun()) {
            seat.leaveUncalled();
            return;
        }
        purse.reserve(attempt.candidate(), () -> guarded(() -> call(attempt)), dear -> guarded(() -> tooDear(dear)));
    }

    private void tooDear(Dear dear) {
        seat.leaveUncalled();
        facts.correction = null;
        if (!ending.begun() && walk != null) {
            run(walk.tooDear(dear, loop.nowNanos()));
        }
    }

    private void skip(Shortfall.Kind kind, String reason, long freeAtNanos) {
        facts.correction = null;
        if (!ending.begun() && walk != null) {
            run(walk.skipped(kind, reason, freeAtNanos, loop.nowNanos()));
        }
    }

    private void call(Step.Attempt attempt) {
        if (ending.begun()) {
            purse.giveBack();
            seat.leaveUncalled();
            return;
        }
        inHand.is(new AttemptCall(this, attempt)).start();
    }

    /** The call in hand failed before anything of it went to the client. */
    void failed(AttemptCall call, Failure failure) {
        Candidate candidate = call.candidate();
        if (ending.begun() || walk == null) {
            seat.leave();
            return;
        }
        Attempt attempt = purse.settle(call, Attempt.Result.FAILED, failure);
        loop.shared().latencies().cell(candidate).failed(loop.nowNanos());
        leaveSeat(attempt, failure.billable());
        loop.shared().metrics().failed(candidate, failure.failureClass());
        facts.correction = call.correction();
        run(
                facts.correction != null
                        ? walk.askedToCorrect(attempt)
                        : walk.failed(failure, attempt, loop.nowNanos(), loop.uniform()));
    }

    /** The call in hand answers; nobody else will be asked. */
    void answers(Attempt attempt) {
        keepAlive.stop();
        if (walk != null) {
            walk.served(attempt);
        }
    }

    /** The call in hand broke after content had gone out. */
    void broke(AttemptCall call, Failure failure) {
        inHand.over();
        loop.shared().metrics().failed(call.candidate(), failure.failureClass());
        if (walk != null) {
            walk.broke(failure, loop.nowNanos());
        }
    }

    /** The call in hand broke after content had gone out, and another target is to go on from there. */
    void goOn(AttemptCall call, Failure cause, Continuation next) {
        Attempt attempt = purse.settle(call, Attempt.Result.FAILED, cause);
        facts.attempted().replaceLast(attempt);
        inHand.over();
        loop.shared().metrics().failed(call.candidate(), cause.failureClass());
        continuation = next;
        next.events().goOn(next.sentTokens());
        if (walk != null) {
            run(walk.resume(cause, loop.nowNanos()));
        }
    }

    /** What of the answer has been sent by targets that broke, or null. */
    @Nullable
    Continuation continuation() {
        return continuation;
    }

    /** The call in hand is over, and this is what it used. */
    void leaveSeat(Attempt attempt, boolean billable) {
        inHand.over(attempt, billable);
    }

    /** Whether the client waits for events. */
    boolean wantsStream() {
        return facts.asked != null && facts.asked.facts().stream();
    }

    /** Whether another candidate could still be asked. */
    boolean othersLeft() {
        return walk != null && walk.othersLeft();
    }

    void refuse(Refusal refusal) {
        Outcome outcome = refusal.refused() || refusal.status() == 402 ? Outcome.REFUSED : Outcome.FAILED;
        Refusal told = loop.shared().explained(refusal);
        close(outcome, refusal.status(), refusal.code(), () -> client.error(told));
    }

    /** The one place where an exchange ends: its row is written, then {@code lastBytes} sends the rest of the answer. */
    void close(Outcome outcome, int status, @Nullable String errorCode, Runnable lastBytes) {
        if (ending.begun()) {
            return;
        }
        keepAlive.stop();
        ending.with(outcome, status, errorCode, lastBytes, this::left);
    }

    private void left() {
        if (body != null) {
            body.close();
        }
        Failover over = walk;
        if (over != null) {
            walk = null;
            facts.decided();
            loop.walks().end(over);
        }
        loop.left(this);
    }

    /** Ends an exchange whose time is over because the process stops. */
    void shutDown() {
        abandon();
        client.cut();
    }

    private void abandon() {
        if (!ending.begun()) {
            inHand.breakOff(Attempt.Result.CANCELED, walk);
            close(Outcome.CANCELED, client.headStatus(), null, () -> {});
        }
    }

    /** A fault of ours in the middle of a request: it ends like any other, so that nothing stays held. */
    void crashed(Throwable fault) {
        facts.traced(() -> LOG.error("request {} has met a fault of the router", facts.requestId, fault));
        if (ending.begun()) {
            return;
        }
        try {
            inHand.breakOff(Attempt.Result.FAILED, walk);
        } catch (RuntimeException again) {
            facts.traced(() -> LOG.error("the fault of request {} has a second one", facts.requestId, again));
            inHand.letGo(walk);
        }
        int begun = client.headStatus();
        Outcome outcome = begun == 0 ? Outcome.FAILED : Outcome.TRUNCATED;
        close(outcome, begun == 0 ? 500 : begun, Refusal.FAULT.code(), () -> client.error(Refusal.FAULT));
    }
}
