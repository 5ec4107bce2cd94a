package io.faregate.router.route;

import io.faregate.router.health.Failure;
import io.faregate.router.health.FailureClass;

/** What the client is told when a chain has ended without an answer: the last column of the failure table. */
final class FinalAnswer {
    private FinalAnswer() {}

    static Refusal of(Failover walk, long nowNanos) {
        Shortfall shortfall = walk.shortfall();
        Failure last = walk.last();
        Refusal overBudget = shortfall.overBudget();
        if (overBudget != null) {
            return overBudget;
        }
        if (last != null) {
            return failed(walk, last, nowNanos);
        }
        if (!walk.plan().has(0)) {
            return nobody(walk.plan().route());
        }
        if (walk.plan().head() == null) {
            return incapable(walk.plan());
        }
        return untried(walk, shortfall, nowNanos);
    }

    private static Refusal failed(Failover walk, Failure last, long nowNanos) {
        FailureClass failureClass = last.failureClass();
        int status = failureClass.clientStatus() == 0 ? last.status() : failureClass.clientStatus();
        String code = failureClass.clientCode();
        if (code == null) {
            code = last.providerCode() != null ? last.providerCode() : failureClass.key();
        }
        boolean theirWords = !failureClass.movesOn() || failureClass == FailureClass.CONTEXT_LENGTH;
        String words = theirWords && last.providerMessage() != null ? last.providerMessage() : last.reason();
        String type = status < 500 && status != 429 ? "invalid_request_error" : "upstream_error";
        return new Refusal(status, type, code, words, retryAfter(walk, nowNanos), status >= 429, false);
    }

    private static Refusal nobody(Route route) {
        if (route.candidates().isEmpty() && !route.absent().isEmpty()) {
            return Refusal.nobodyThere(route);
        }
        return route.mode() == Mode.COST_OPTIMIZED
                ? Refusal.of(
                        404,
                        "invalid_request_error",
                        "model_not_found",
                        "No target with a known price serves this, and unpriced ones are skipped.")
                : new Refusal(
                        503, "server_error", "no_candidate", "Every target is drained.", Refusal.UNKNOWN, true, true);
    }

    private static Refusal incapable(RoutePlan plan) {
        String reason = firstReason(plan);
        return Refusal.of(
                400,
                "invalid_request_error",
                "no_capable_target",
                "No target has what this request needs (" + reason + ").");
    }

    private static String firstReason(RoutePlan plan) {
        return plan.candidate(0).target().name() + ": " + plan.reason(0);
    }

    private static Refusal untried(Failover walk, Shortfall shortfall, long nowNanos) {
        long seconds = retryAfter(walk, nowNanos);
        if (shortfall.count(Shortfall.Kind.LIMIT) > 0) {
            return new Refusal(
                    429,
                    "rate_limit_error",
                    "rate_limited",
                    "The router's own limits for every target that could serve " + "this are used up.",
                    seconds,
                    true,
                    true);
        }
        if (shortfall.count(Shortfall.Kind.QUEUE) > 0) {
            return new Refusal(
                    429,
                    "rate_limit_error",
                    "queue_full",
                    "The queue of every target that could serve this is full.",
                    Math.max(1, seconds),
                    true,
                    true);
        }
        boolean deadline = walk.deadlinePassed(nowNanos);
        String message = deadline
                ? "The route's deadline passed before a target was free."
                : "Every target that could serve this is benched for its key or its quota.";
        return new Refusal(503, "server_error", "no_candidate", message, seconds, false, true);
    }

    private static long retryAfter(Failover walk, long nowNanos) {
        long free = walk.freeAtNanos(nowNanos);
        return free == Long.MAX_VALUE
                ? Refusal.UNKNOWN
                : Math.max(1, (free - nowNanos + 999_999_999L) / 1_000_000_000L);
    }
}
