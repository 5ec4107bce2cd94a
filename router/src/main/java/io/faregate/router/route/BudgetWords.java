package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;

/** What a person is told when a budget refuses. */
final class BudgetWords {
    private BudgetWords() {}

    static String of(String code, Candidate candidate) {
        String target = candidate.target().name();
        return switch (code) {
            case "request_budget_exceeded" ->
                "The most this request could cost at target '" + target + "' is above the budget of one request.";
            case "daily_budget_exceeded" ->
                "What is left of the daily budget does not cover the most this request could cost at target '" + target
                        + "'.";
            case "task_budget_exceeded" ->
                "What is left of the task's budget does not cover the most this request could cost at target '" + target
                        + "'.";
            case "unpriced" ->
                "Target '" + target + "' has no known price for model '" + candidate.model()
                        + "', so no budget can be kept.";
            default -> "A budget does not cover this request at target '" + target + "'.";
        };
    }
}
