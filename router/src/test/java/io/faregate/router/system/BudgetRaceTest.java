package io.faregate.router.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.StubUpstream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many clients at once want more than a day's budget bears; each call is reserved at 0.0002 dollars. */
final class BudgetRaceTest {
    private static final String BODY =
            "{\"model\":\"m\",\"max_tokens\":5,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    private static final String FIVE_TOKENS = "\"completion_tokens\":5";
    private static final BigDecimal CALL_USD = new BigDecimal("0.0002");
    private static final int CLIENTS = 64;

    private final StubUpstream provider = StubUpstream.start();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        provider.close();
    }

    private RouterProcess router(int calls) throws IOException {
        String configuration = """
                auth: { admin_key_env: ADMIN_KEY }
                providers:
                  p: { base_url: "%s", api_key_env: P_KEY, dialect: openai }
                targets:
                  - { name: p, virtual_key: p, model: m, price: { input: 0, output: 40 } }
                budgets: { daily_usd: %s }
                usage: { dir: usage }
                """.formatted(provider.url(), CALL_USD.multiply(BigDecimal.valueOf(calls)));
        Map<String, String> environment = Map.of("P_KEY", "sk-p", "ADMIN_KEY", Ledgers.ADMIN_KEY);
        return new RouterProcess(folder, configuration, environment);
    }

    @Test
    void asManyAreAnsweredAsFit() throws Exception {
        hold(200, 5_000);
    }

    @Test
    @Tag("slow")
    void aThousandOfAHundredThousandAreAnswered() throws Exception {
        hold(1_000, 100_000);
    }

    private void hold(int calls, int requests) throws Exception {
        provider.usually(Answers.whole());
        try (RouterProcess router = router(calls)) {
            Crowd crowd = new Crowd(List.of(router), CLIENTS, requests, BODY);
            int samples = 0;
            while (!crowd.ended()) {
                JsonNode budget = Ledgers.global(Ledgers.page(router));
                if (budget.path("at_one_moment").asBoolean()) {
                    samples++;
                    assertThat(Ledgers.usd(budget, "settled_usd").add(Ledgers.usd(budget, "reserved_usd")))
                            .isLessThanOrEqualTo(Ledgers.usd(budget, "cap_usd"));
                }
                TimeUnit.MILLISECONDS.sleep(1);
            }
            crowd.join();

            assertThat(crowd.answered()).isEqualTo(calls);
            assertThat(crowd.refused()).isEqualTo(requests - calls);
            assertThat(provider.calls()).isEqualTo(calls);
            assertThat(samples).isGreaterThan(10);
            JsonNode page = Ledgers.page(router);
            JsonNode budget = Ledgers.global(page);
            assertThat(Ledgers.usd(budget, "settled_usd")).isEqualByComparingTo(Ledgers.usd(budget, "cap_usd"));
            assertThat(Ledgers.usd(budget, "reserved_usd")).isZero();
            assertThat(Ledgers.usd(budget, "in_hand_usd")).isZero();
            assertThat(Ledgers.usd(page, "overrun_usd")).isZero();
        }
    }

    @Test
    void usageBeyondReservationsIsBookedCountedAndClosesTheBudget() throws Exception {
        int overruns = 3;
        for (int i = 0; i < overruns; i++) {
            provider.then(Answers.status(200, Answers.WHOLE.replace(FIVE_TOKENS, "\"completion_tokens\":305")));
        }
        provider.usually(Answers.whole());
        try (RouterProcess router = router(100)) {
            Crowd crowd = new Crowd(List.of(router), CLIENTS, 1_000, BODY).join();

            BigDecimal beyond = CALL_USD.multiply(BigDecimal.valueOf(60L * overruns));
            JsonNode page = Ledgers.page(router);
            JsonNode budget = Ledgers.global(page);
            assertThat(Ledgers.usd(page, "overrun_usd")).isEqualByComparingTo(beyond);
            assertThat(Ledgers.usd(budget, "settled_usd"))
                    .isEqualByComparingTo(CALL_USD.multiply(BigDecimal.valueOf(crowd.answered()))
                            .add(beyond))
                    .isGreaterThan(Ledgers.usd(budget, "cap_usd"));
            assertThat(Ledgers.usd(budget, "reserved_usd")).isZero();
            assertThat(crowd.answered() + crowd.refused()).isEqualTo(1_000);
            assertThat(crowd.answered()).isLessThanOrEqualTo(100);
            Await.until(
                    "the overrun in the metrics",
                    () -> metrics(router).contains("faregate_budget_overrun_usd_total " + beyond.doubleValue()));
        }
    }

    private static String metrics(RouterProcess router) {
        try {
            return Ledgers.text(router, "/metrics");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
