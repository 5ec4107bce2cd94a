package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Price;
import io.faregate.router.cost.Ask;
import io.faregate.router.cost.CostModel;
import io.faregate.router.cost.Units;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.wire.ChatRequest;

/**
 * The most one call of a candidate could cost, with the client's maximum or one of ours. Confined to its event loop.
 */
final class Projection {
    private static final long DEFAULT_MAX_OUTPUT_TOKENS = 4096;

    private final Candidate candidate;
    private final Ask ask;
    private final long answers;
    private final long nowMillis;
    private long maxTokens;

    Projection(Candidate candidate, ChatRequest asked, Units units, long sentTokens, long maxTokens, long nowMillis) {
        RouteRequest facts = asked.facts();
        this.candidate = candidate;
        this.ask = new Ask(facts.estimatedInputTokens() + sentTokens, facts.needs(), asked.serviceTier(), units);
        this.answers = facts.answers();
        this.nowMillis = nowMillis;
        this.maxTokens = maxTokens;
    }

    long maxTokens() {
        return maxTokens;
    }

    boolean unbounded() {
        return maxTokens == RouteRequest.NOT_ASKED;
    }

    void clampTo(long tokens) {
        maxTokens = tokens;
    }

    long largest(long budgetPicoUsd) {
        long most = candidate.maxOutputTokens() == Candidate.UNKNOWN
                ? DEFAULT_MAX_OUTPUT_TOKENS
                : candidate.maxOutputTokens();
        return CostModel.largestOutput(price(), ask, answers, most, budgetPicoUsd, nowMillis);
    }

    long worstCase() {
        long most = unbounded() ? 0 : maxTokens;
        return CostModel.worstCase(price(), ask, PicoUsd.timesSaturating(most, answers), nowMillis);
    }

    private Price price() {
        Price price = candidate.price();
        if (price == null) {
            throw new IllegalStateException("no price: " + candidate.model());
        }
        return price;
    }
}
