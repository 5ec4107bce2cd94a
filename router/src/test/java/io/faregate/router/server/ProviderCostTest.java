package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.StubUpstream.Answer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a provider says a call cost, beside what it costs by our prices: 0.00002 dollars. */
final class ProviderCostTest {
    @Test
    void isKeptAndCountedWhereItIsMoreThanFivePercentFromOurs() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL)) {
            for (String near : List.of("0.00002", "0.000021", "0.000019")) {
                assertToldAndNotBelieved(router, near);
            }
            assertThat(drifted(router)).isZero();
            for (String far : List.of("0.0000211", "0.0000189", "314400")) {
                assertToldAndNotBelieved(router, far);
            }
            assertThat(drifted(router)).isEqualTo(3);
        }
    }

    private static void assertToldAndNotBelieved(RunningRouter router, String reported) throws IOException {
        router.clear();
        router.a.then(withCost(reported));
        router.call(RunningRouter.BODY);
        JsonNode row = router.onlyRow();
        assertThat(row.path("cost_usd").decimalValue()).isEqualByComparingTo("0.00002");
        assertThat(row.path("charged_usd").decimalValue()).isEqualByComparingTo("0.00002");
        assertThat(row.path("provider_cost_usd").decimalValue()).isEqualByComparingTo(reported);
    }

    @Test
    void isBelievedWhereTheTargetSaysSoAndItIsOne() throws Exception {
        Map<String, String> costs =
                Map.of("0.00123", "0.00123", "-1", "0.00002", "null", "0.00002", "\"NaN\"", "0.00002");
        try (RunningRouter router = new RunningRouter(Settings.USUAL.a("trust_provider_cost: true"))) {
            for (Map.Entry<String, String> each : costs.entrySet()) {
                router.clear();
                router.a.then(withCost(each.getKey()));
                router.call(RunningRouter.BODY);
                assertThat(router.onlyRow().path("charged_usd").decimalValue())
                        .as("reported as %s", each.getKey())
                        .isEqualByComparingTo(each.getValue());
            }
        }
    }

    private static int drifted(RunningRouter router) throws IOException {
        try (LoopbackClient client = router.client()) {
            String metrics = client.ask("GET", "/metrics").read().body();
            String name = "\nfaregate_cost_drift_total{provider=\"a\"} ";
            int at = metrics.indexOf(name);
            return at < 0 ? 0 : Integer.parseInt(metrics, at + name.length(), metrics.indexOf('.', at), 10);
        }
    }

    private static Answer withCost(String reported) {
        return Answers.status(
                200, Answers.WHOLE.replace("\"total_tokens\":15", "\"total_tokens\":15,\"cost\":" + reported));
    }
}
