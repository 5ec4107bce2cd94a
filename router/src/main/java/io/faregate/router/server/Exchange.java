package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.health.Failure;
import io.faregate.router.route.Failover;
import io.faregate.router.route.Refusal;
import io.faregate.router.route.Route;
import io.faregate.router.route.RoutePlan;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Routing;
import io.faregate.router.route.Shortfall;
import io.faregate.router.route.Step;
import io.faregate.router.route.Surface;
import io.faregate.router.route.VirtualKey;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.UsageRow.Outcome;
import io.faregate.router.wire.BadRequest;
import io.faregate.router.wire.ChatRequest;
import io.vertx.core.http.HttpHeaders;
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
    private @Nullable AttemptCall current;
    private @Nullable BodyReader body;
    private @Nullable Failover walk;
    private @Nullable Continuation continuation;
    private boolean over;

    private Exchange(Loop loop, HttpServerRequest request, Surface surface) {
        this.loop = loop;
        this.request = request;
        this.surface = surface;
        this.facts = new RequestFacts(loop, request, surface);
        this.client = new ClientResponse(loop, request.response(), facts);
        this.purse = new Purse(this);
        this.keepAlive = new KeepAlive(this);
        this.seat = new Seat(loop.gates());
    }

    /** Serves a request; the body has not been read yet. */
    static void serve(Loop loop, HttpServerRequest request, Surface surface) {
        Exchange exchange = new Exchange(loop, request, surface);
        loop.entered(exchange);
        exchange.client.onGone(exchange::abandon);
        exchange.start();
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
                loop, request, snapshot.maxBodyBytes(), read -> received(snapshot, read), this::unreadable);
    }

    private void unreadable(BodyReader.Fault fault) {
        facts.received(loop.nowNanos());
        if (fault.connectionEnds()) {
            client.closeAfterwards();
        }
        refuse(fault.refusal(loop.shared().snapshot().maxBodyBytes()));
    }

    private void received(Snapshot snapshot, byte[] body) {
        if (over) {
            return;
        }
        facts.received(loop.nowNanos());
        try {
            String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
            plan(snapshot, facts.read(loop, body, type, snapshot.readsUserText()));
        } catch (BadRequest e) {
            refuse(Refusal.invalidRequest(String.valueOf(e.getMessage())));
        } catch (RuntimeException fault) {
            crashed(fault);
        }
    }

    private void plan(Snapshot snapshot, ChatRequest asked) {
        Routing routing = snapshot.routing();
        RouteRequest wanted = asked.facts();
        Route route = routing.route(wanted.model());
        if (route == null || !RequestIdentity.mayUse(facts.key, route)) {
            refuse(Refusal.modelNotFound(wanted.model()));
            return;
        }
        facts.task(RequestIdentity.taskId(request, wanted.metadataTaskId()));
        purse.open(routing, route);
        RoutePlan plan = loop.planner(facts.wording(), route.strict())
                .plan(
                        route,
                        wanted,
                        facts.taskId(),
                        facts.keyName(),
                        purse.needsPrice(),
                        facts.receivedNanos,
                        facts.arrivedMillis,
                        loop.random());
        facts.planned(plan, snapshot);
        long deadline = route.deadlineNanos() == UNBOUNDED ? UNBOUNDED : facts.receivedNanos + route.deadlineNanos();
        facts.deadlineNanos = deadline;
        walk = new Failover(plan, routing.benchPolicy(), candidate -> loop.benches(candidate, surface), deadline);
        facts.walk = walk;
        if (route.holdStreams() && wanted.stream()) {
            keepAlive.start();
        }
        run(walk.next(facts.receivedNanos));
    }

    private void run(Step step) {
        if (over) {
            return;
        }
        if (step instanceof Step.Reply && continuation != null) {
            close(Outcome.TRUNCATED, 200, continuation.code(), continuation::giveUp);
        } else if (step instanceof Step.Reply reply) {
            refuse(reply.refusal());
        } else if (step instanceof Step.Attempt attempt) {
            if (attempt.waitNanos() > 0) {
                loop.after(attempt.waitNanos(), () -> admit(attempt));
            } else {
                admit(attempt);
            }
        }
    }

    private void admit(Step.Attempt attempt) {
        if (over) {
            return;
        }
        ChatRequest asked = facts.asked;
        if (asked == null) {
            throw new IllegalStateException("a call before its request");
        }
        seat.take(attempt.candidate(), asked.facts(), () -> pay(attempt), this::skip);
        Gates.Ticket waiting = seat.waiting();
        if (waiting != null && facts.deadlineNanos != UNBOUNDED) {
            loop.after(facts.deadlineNanos - loop.nowNanos(), () -> outwait(waiting));
        }
    }

    /** The deadline has come while the request stood in a queue. */
    private void outwait(Gates.Ticket waiting) {
        if (!over && seat.waiting() == waiting) {
            seat.leave();
            skip(Shortfall.Kind.QUEUE, "queue_full", UNBOUNDED);
        }
    }

    private void pay(Step.Attempt attempt) {
        if (over) {
            seat.leaveUncalled();
            return;
        }
        purse.reserve(attempt.candidate(), () -> call(attempt), code -> {
            seat.leaveUncalled();
            skip(Shortfall.Kind.BUDGET, code, UNBOUNDED);
        });
    }

    private void skip(Shortfall.Kind kind, String reason, long freeAtNanos) {
        facts.correction = null;
        if (!over && walk != null) {
            run(walk.skipped(kind, reason, freeAtNanos, loop.nowNanos()));
        }
    }

    private void call(Step.Attempt attempt) {
        if (over) {
            purse.giveBack();
            seat.leaveUncalled();
            return;
        }
        AttemptCall call = new AttemptCall(this, attempt);
        current = call;
        try {
            call.start();
        } catch (RuntimeException fault) {
            crashed(fault);
        }
    }

    /** The call in hand failed before anything of it went to the client. */
    void failed(AttemptCall call, Failure failure) {
        Candidate candidate = call.candidate();
        if (over || walk == null) {
            seat.leave();
            return;
        }
        Attempt attempt = purse.settle(call, Attempt.Result.FAILED, failure);
        loop.shared().latencies().cell(candidate).failed(loop.nowNanos());
        leaveSeat(attempt, failure.billable());
        loop.shared().metrics().failed(candidate, failure.failureClass());
        facts.correction = call.correction();
        Step next = facts.correction != null
                ? walk.askedToCorrect(attempt)
                : walk.failed(failure, attempt, loop.nowNanos(), loop.uniform());
        run(next);
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
        current = null;
        seat.leave();
        loop.shared().metrics().failed(call.candidate(), failure.failureClass());
        if (walk != null) {
            walk.broke(failure, loop.nowNanos());
        }
    }

    /** The call in hand broke after content had gone out, and another target is to go on from there. */
    void goOn(AttemptCall call, Failure cause, Continuation next) {
        Attempt attempt = purse.settle(call, Attempt.Result.FAILED, cause);
        facts.attempted().replaceLast(attempt);
        broke(call, cause);
        continuation = next;
        next.events().goOn(next.sentTokens());
        if (walk != null) {
            run(walk.next(loop.nowNanos()));
        }
    }

    /** What of the answer has been sent by targets that broke, or null. */
    @Nullable
    Continuation continuation() {
        return continuation;
    }

    /** The call in hand is over, and this is what it used. */
    void leaveSeat(Attempt attempt, boolean billable) {
        current = null;
        seat.used(attempt, billable);
        seat.leave();
    }

    /** Whether the client waits for events. */
    boolean wantsStream() {
        return facts.asked != null && facts.asked.facts().stream();
    }

    /** Whether another candidate could still be asked. */
    boolean othersLeft() {
        return walk != null && walk.othersLeft();
    }

    private void refuse(Refusal refusal) {
        Outcome outcome = refusal.refused() || refusal.status() == 402 ? Outcome.REFUSED : Outcome.FAILED;
        close(outcome, refusal.status(), refusal.code(), () -> client.error(refusal));
    }

    /**
     * The one place where an exchange ends: its row is written, then the rest of the answer goes out.
     *
     * @param lastBytes sends what is left of the answer
     */
    void close(Outcome outcome, int status, @Nullable String errorCode, Runnable lastBytes) {
        if (over) {
            return;
        }
        over = true;
        keepAlive.stop();
        loop.shared().metrics().ended(facts, outcome);
        loop.rows().write(facts, outcome, status, errorCode, purse, () -> {
            lastBytes.run();
            client.onEnded(this::left);
        });
    }

    private void left() {
        if (body != null) {
            body.close();
        }
        loop.left(this);
    }

    /** Ends an exchange whose time is over because the process stops. */
    void shutDown() {
        abandon();
        client.cut();
    }

    private void abandon() {
        if (!over) {
            breakOff(Attempt.Result.CANCELED);
            close(Outcome.CANCELED, client.headStatus(), null, () -> {});
        }
    }

    /** A fault of ours in the middle of a request: it ends like any other, so that nothing stays held. */
    void crashed(RuntimeException fault) {
        LOG.error("request {} has met a fault of the router", facts.requestId, fault);
        if (!over) {
            breakOff(Attempt.Result.FAILED);
            close(Outcome.FAILED, 500, Refusal.FAULT.code(), () -> client.error(Refusal.FAULT));
        }
    }

    private void breakOff(Attempt.Result result) {
        AttemptCall call = current;
        if (call != null) {
            call.cancel();
            Attempt attempt = purse.settle(call, result, null);
            seat.used(attempt, true);
            call.note(attempt);
        } else if (walk != null) {
            walk.leave();
            purse.giveBack();
            seat.leaveUncalled();
        }
        seat.leave();
    }
}
