package io.faregate.router.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.spend.Lack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BudgetWordsTest {
    private static final Candidate A = Chain.candidate("a");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "request_budget_exceeded | LONGEST  | request    | 1000000000 | 1000000000 | 1000000001 | "
                        + "This request could cost up to $0.001000000001 at target 'a'; "
                        + "the budget of one request is $0.001.",
                "request_budget_exceeded | LONGEST  | request    | 1000000000 | 400000000  | 500000000  | "
                        + "This request could cost up to $0.0005 at target 'a'; "
                        + "$0.0004 is left of the budget of one request, $0.001.",
                "daily_budget_exceeded   | LONGEST  | key:agents | 25000000000000 | 0 | 1 | "
                        + "This request could cost up to $0.000000000001 at target 'a'; "
                        + "$0 is left of the daily budget (key:agents), $25.",
                "daily_budget_exceeded   | SHORTEST | global     | 10 | 3 | 4 | "
                        + "Even with the shortest answer this request could cost $0.000000000004 at target 'a'; "
                        + "$0.000000000003 is left of the daily budget (global), $0.00000000001.",
                "daily_budget_exceeded   | LONGEST  | global     | 10 | 9 | 4 | "
                        + "This request could cost up to $0.000000000004 at target 'a'; "
                        + "less is left of the daily budget (global), $0.00000000001.",
                "task_budget_exceeded    | LONGEST  | task       | 1000000000000 | 500000000000 | 600000000000 | "
                        + "This request could cost up to $0.6 at target 'a'; $0.5 is left of the task's budget, $1.",
            })
    void theCapWhatIsLeftAndWhatIsNeededAreExact(
            String code, Dear.Answer answer, String budget, long cap, long left, long needs, String words) {
        assertThat(BudgetWords.of(new Dear(code, answer, new Lack(budget, cap, left), needs), A))
                .isEqualTo(words);
    }

    @Test
    void whoMustStateAMaximumIsToldSo() {
        assertThat(BudgetWords.of(new Dear("daily_budget_exceeded", Dear.Answer.ANY, null, -1), A))
                .isEqualTo("The request states no maximum of output tokens, and under a budget this router wants one "
                        + "(budgets.when_unbounded is refuse).");
    }
}
