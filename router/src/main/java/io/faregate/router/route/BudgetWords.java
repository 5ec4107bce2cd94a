package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.spend.Lack;

/** What a person is told when a budget refuses: the cap, what is left of it, what the call could cost. Stateless. */
final class BudgetWords {
    private BudgetWords() {}

    static String of(Dear dear, Candidate candidate) {
        String target = candidate.target().name();
        Lack lack = dear.lack();
        if (dear.code().equals("unpriced")) {
            return "Target '" + target + "' has no known price for model '" + candidate.model()
                    + "', so no budget can be kept.";
        }
        if (dear.answer() == Dear.Answer.ANY) {
            return "The request states no maximum of output tokens, and under a budget this router wants one "
                    + "(budgets.when_unbounded is refuse).";
        }
        if (lack == null || dear.needsPicoUsd() < 0) {
            return withoutAmounts(dear.code(), target);
        }
        String needs = dear.answer() == Dear.Answer.SHORTEST
                ? "Even with the shortest answer this request could cost "
                : "This request could cost up to ";
        return needs + usd(dear.needsPicoUsd()) + " at target '" + target + "'; " + bounds(dear, lack);
    }

    private static String bounds(Dear dear, Lack lack) {
        String left = lack.leftPicoUsd() < dear.needsPicoUsd() ? usd(lack.leftPicoUsd()) : "less";
        String cap = usd(lack.capPicoUsd());
        return switch (dear.code()) {
            case "request_budget_exceeded" ->
                lack.leftPicoUsd() == lack.capPicoUsd()
                        ? "the budget of one request is " + cap + "."
                        : left + " is left of the budget of one request, " + cap + ".";
            case "task_budget_exceeded" -> left + " is left of the task's budget, " + cap + ".";
            default -> left + " is left of the daily budget (" + lack.budget() + "), " + cap + ".";
        };
    }

    private static String usd(long picoUsd) {
        return "$" + PicoUsd.print(picoUsd);
    }

    private static String withoutAmounts(String code, String target) {
        return switch (code) {
            case "request_budget_exceeded" ->
                "The most this request could cost at target '" + target + "' is above the budget of one request.";
            case "daily_budget_exceeded" ->
                "What is left of the daily budget does not cover the most this request could cost at target '" + target
                        + "'.";
            case "task_budget_exceeded" ->
                "What is left of the task's budget does not cover the most this request could cost at target '" + target
                        + "'.";
            default -> "A budget does not cover this request at target '" + target + "'.";
        };
    }
}
