package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Price;
import io.faregate.router.cost.CostModel;
import io.faregate.router.cost.Usage;
import io.faregate.router.dialect.CutPrompt;
import io.faregate.router.health.Failure;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.route.Dear;
import io.faregate.router.route.RankedCost;
import io.faregate.router.route.Route;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Routing;
import io.faregate.router.route.Surface;
import io.faregate.router.spend.Admission;
import io.faregate.router.spend.BudgetSet;
import io.faregate.router.spend.Caps;
import io.faregate.router.spend.Lack;
import io.faregate.router.spend.Reservation;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.UsageRow.UsageSource;
import io.faregate.router.wire.ChatRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The money of one request: what may be spent, what is reserved for the call in hand, what the calls so far have cost.
 * Confined to its event loop. Each reservation is settled exactly once, by {@link #settle} or {@link #giveBack}.
 */
final class Purse {
    private static final long UNCAPPED = Long.MAX_VALUE;
    private static final int CLAMP_TRIES = 4;
    private static final String REQUEST_BUDGET = "request_budget_exceeded";

    private final Exchange exchange;
    private @Nullable Routing routing;
    private @Nullable BudgetSet budgets;
    private @Nullable Reservation reservation;
    private long perRequestCap = UNCAPPED;
    private long reservedPicoUsd;
    private long estimatePicoUsd = Attempt.UNKNOWN;
    private long chargedPicoUsd;

    Purse(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Finds the budgets that apply. */
    void open(Routing current, Route route) {
        routing = current;
        RequestFacts facts = exchange.facts;
        BudgetSet set = exchange.loop
                .ledger()
                .budgets(
                        facts.key == null ? null : facts.key.name(),
                        route.name(),
                        facts.taskGiven() ? facts.taskId() : null,
                        facts.arrivedMillis);
        budgets = set;
        perRequestCap = set.perRequestPicoUsd() == Caps.NONE ? UNCAPPED : set.perRequestPicoUsd();
    }

    /** Whether a call without a known price would break what the budgets promise. */
    boolean needsPrice() {
        return routing != null && !routing.allowUnpriced() && capped();
    }

    private boolean capped() {
        return budgets != null && budgets.capped();
    }

    /**
     * Reserves the most a call of the candidate could cost; exactly one of the two is told,
     * at once or a little later.
     */
    void reserve(Candidate candidate, Runnable admitted, Consumer<Dear> refused) {
        ChatRequest asked = exchange.facts.asked;
        BudgetSet set = budgets;
        if (asked == null || set == null) {
            throw new IllegalStateException("a call before its plan");
        }
        Continuation continuation = exchange.continuation();
        long max = continuation == null
                ? asked.facts().askedOutputTokens()
                : continuation.maxTokens(asked.facts(), exchange.facts.setMaxTokens);
        long sent = continuation == null ? 0 : continuation.sentTokens();
        exchange.facts.setMaxTokens = continuation == null ? Attempt.UNKNOWN : max;
        reservedPicoUsd = 0;
        long nowMillis = exchange.facts.arrivedMillis;
        estimatePicoUsd = estimate(candidate, asked.facts(), nowMillis);
        if (!priced(candidate)) {
            unpriced(set, admitted, refused);
            return;
        }
        Projection projection = new Projection(candidate, asked, exchange.facts.units(), sent, max, nowMillis);
        if (!projection.unbounded() || !capped() || !exchange.surface.writesText()) {
            within(set, projection.worstCase(), admitted, refused);
        } else if (routing != null && routing.clamp()) {
            clamp(set, projection, CLAMP_TRIES, admitted, refused);
        } else {
            String code = perRequestCap != UNCAPPED ? REQUEST_BUDGET : "daily_budget_exceeded";
            refused.accept(new Dear(code, Dear.Answer.ANY, null, Attempt.UNKNOWN));
        }
    }

    private void within(BudgetSet set, long worst, Runnable admitted, Consumer<Dear> refused) {
        if (worst > leftOfRequest()) {
            refused.accept(beyondRequest(Dear.Answer.LONGEST, worst));
        } else {
            reserve(set, worst, Dear.Answer.LONGEST, admitted, refused);
        }
    }

    private Dear beyondRequest(Dear.Answer answer, long worst) {
        return new Dear(REQUEST_BUDGET, answer, new Lack("request", perRequestCap, leftOfRequest()), worst);
    }

    /** Others may take what was left between the look and the reservation; then there is another look. */
    private void clamp(BudgetSet set, Projection projection, int tries, Runnable admitted, Consumer<Dear> refused) {
        long left = leftOfRequest();
        long tokens = projection.largest(Math.min(left, exchange.loop.ledger().remaining(set)));
        projection.clampTo(Math.max(1, tokens));
        long worst = projection.worstCase();
        if (worst > left) {
            refused.accept(beyondRequest(Dear.Answer.SHORTEST, worst));
            return;
        }
        exchange.facts.setMaxTokens = projection.maxTokens();
        boolean another = tokens > 1 && tries > 1;
        reserve(set, worst, tokens > 1 ? Dear.Answer.LONGEST : Dear.Answer.SHORTEST, admitted, dear -> {
            exchange.facts.setMaxTokens = Attempt.UNKNOWN;
            if (another) {
                clamp(set, projection, tries - 1, admitted, refused);
            } else {
                refused.accept(dear);
            }
        });
    }

    private long leftOfRequest() {
        return perRequestCap == UNCAPPED ? UNCAPPED : Math.max(0, perRequestCap - chargedPicoUsd);
    }

    private void unpriced(BudgetSet set, Runnable admitted, Consumer<Dear> refused) {
        if (needsPrice()) {
            refused.accept(Dear.of("unpriced"));
        } else {
            reserve(set, 0, Dear.Answer.LONGEST, admitted, refused);
        }
    }

    private void reserve(BudgetSet set, long picoUsd, Dear.Answer answer, Runnable admitted, Consumer<Dear> refused) {
        exchange.loop.ledger().reserve(set, picoUsd, admission -> {
            if (admission instanceof Reservation granted) {
                reservation = granted;
                reservedPicoUsd = picoUsd;
                admitted.run();
            } else if (admission instanceof Admission.Refused no) {
                refused.accept(
                        new Dear(no.code(), answer, exchange.loop.ledger().lack(set, no), picoUsd));
            }
        });
    }

    private static long estimate(Candidate candidate, RouteRequest wanted, long nowMillis) {
        Price price = candidate.price();
        return price == null ? Attempt.UNKNOWN : RankedCost.of(price, wanted, nowMillis);
    }

    /** Ends the call in hand: charges the budgets what is known of it and tells it as a row does. */
    Attempt settle(AttemptCall call, Attempt.Result result, @Nullable Failure failure) {
        Candidate candidate = call.candidate();
        Usage usage = withoutOutput(call.usage());
        boolean told = usage != null && usage.complete();
        if (!told) {
            usage = call.estimatedUsage();
        }
        if (usage != null && result != Attempt.Result.FAILED) {
            exchange.facts.usageSource = told ? UsageSource.PROVIDER : UsageSource.ESTIMATED;
        }
        boolean cut = failure == null && told && usage != null && promptCut(candidate, usage);
        boolean billable = failure == null ? call.sent() : failure.billable();
        long cost = billable ? cost(candidate, usage) : 0;
        long charged = cost != Attempt.UNKNOWN ? cost : priced(candidate) ? reservedPicoUsd : 0;
        charge(charged);
        boolean nullsRow = billable && call.answerBegan();
        Attempt ended = new Attempt(
                candidate.target().name(),
                candidate.target().provider().name(),
                candidate.model(),
                result,
                failure == null ? null : failure.failureClass().key(),
                failure != null ? failure.reason() : cut ? CutPrompt.REASON : null,
                call.status(),
                call.latencyMillis(),
                usage,
                cost,
                estimatePicoUsd,
                nullsRow,
                call.changed(),
                call.panic());
        exchange.facts.called(call.startedNanos(), exchange.loop.nowNanos(), ended);
        return ended;
    }

    private boolean promptCut(Candidate candidate, Usage told) {
        String provider = candidate.target().provider().name();
        ChatRequest asked = exchange.facts.asked;
        boolean cut =
                asked != null && CutPrompt.suspected(provider, asked.facts().estimatedInputTokens(), told);
        if (cut) {
            exchange.loop.shared().metrics().promptCut(candidate);
        }
        return cut;
    }

    /** Embeddings have no output, and their usage does not mention any. */
    private @Nullable Usage withoutOutput(@Nullable Usage told) {
        boolean embedded = exchange.surface == Surface.EMBEDDINGS && told != null && told.outputTokens() < 0;
        return told == null || !embedded ? told : told.withOutput(0);
    }

    /** Whether the candidate's price covers what the surface uses. */
    private boolean priced(Candidate candidate) {
        Price price = candidate.price();
        boolean inputOnly = exchange.surface == Surface.EMBEDDINGS;
        return candidate.priced() || (inputOnly && price != null && price.base().input() >= 0);
    }

    /** The call in hand as it is told while it still answers. */
    Attempt provisional(AttemptCall call) {
        Candidate candidate = call.candidate();
        return new Attempt(
                candidate.target().name(),
                candidate.target().provider().name(),
                candidate.model(),
                Attempt.Result.SERVED,
                null,
                null,
                call.status(),
                call.latencyMillis(),
                null,
                Attempt.UNKNOWN,
                estimatePicoUsd,
                true,
                call.changed(),
                call.panic());
    }

    private long cost(Candidate candidate, @Nullable Usage usage) {
        Price price = candidate.price();
        if (usage != null && candidate.target().trustProviderCost() && usage.providerCostPicoUsd() >= 0) {
            return usage.providerCostPicoUsd();
        }
        if (price == null) {
            return Attempt.UNKNOWN;
        }
        Long cost = CostModel.actual(price, usage, exchange.facts.units(), exchange.facts.arrivedMillis);
        if (cost != null
                && usage != null
                && usage.providerCostPicoUsd() >= 0
                && CostModel.drifts(cost, usage.providerCostPicoUsd())) {
            exchange.loop.shared().metrics().drifted(candidate);
        }
        return cost == null ? Attempt.UNKNOWN : cost;
    }

    private void charge(long picoUsd) {
        Reservation held = reservation;
        reservation = null;
        if (held != null) {
            held.settle(picoUsd);
            chargedPicoUsd = PicoUsd.addSaturating(chargedPicoUsd, picoUsd);
        }
    }

    /** Returns the whole reservation of a call that was never made. */
    void giveBack() {
        charge(0);
    }

    /** Charges the whole reservation of a call whose end was lost. */
    void forfeit() {
        charge(reservedPicoUsd);
    }

    /** What the budgets were charged for the calls so far. */
    long chargedPicoUsd() {
        return chargedPicoUsd;
    }

    /** What is left in the tightest budget that applies, {@link Long#MAX_VALUE} without one. */
    long remainingPicoUsd() {
        long day = budgets == null ? UNCAPPED : exchange.loop.ledger().remaining(budgets);
        return Math.min(day, leftOfRequest());
    }

    /** What this process knows to be settled on the day of arrival. */
    long dayTotalPicoUsd() {
        return budgets == null
                ? exchange.loop.shared().ledger().dayTotal(exchange.facts.arrivedMillis)
                : exchange.loop.ledger().dayTotal(budgets);
    }
}
