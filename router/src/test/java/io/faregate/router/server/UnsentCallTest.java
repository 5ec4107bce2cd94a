package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.DeafListener;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import org.junit.jupiter.api.Test;

/** A call that ends before its provider was reached cannot have been billed: nothing is charged, no limit counts it. */
final class UnsentCallTest {
    private static final Settings PATIENT = Settings.USUAL.a("timeout: { connect: 20s }");

    private static void assertUncharged(JsonNode row) {
        assertThat(row.path("charged_usd").decimalValue()).isEqualByComparingTo("0");
        assertThat(row.path("cost_usd").decimalValue()).isEqualByComparingTo("0");
        assertThat(row.path("attempts").size()).isEqualTo(1);
    }

    @Test
    void becauseTheClientLeft() throws Exception {
        try (DeafListener deaf = new DeafListener();
                RunningRouter router = new RunningRouter(PATIENT.limits("a: { rpd: 1 }"))) {
            router.moveProvider("a", deaf.url());
            try (LoopbackClient client = router.client()) {
                client.post(RunningRouter.PATH, RunningRouter.BODY);
                Await.until(
                        "connecting", () -> router.server.shared().inFlight().of("a") == 1);
            }

            JsonNode row = router.onlyRow();
            assertThat(row.path("outcome").asText()).isEqualTo("canceled");
            assertThat(row.path("attempts").path(0).path("result").asText()).isEqualTo("canceled");
            assertUncharged(row);

            router.rows.clear();
            router.moveProvider("a", router.a.url());
            router.a.then(Answers.whole());
            assertThat(router.call(RunningRouter.BODY).headers())
                    .as("the only request of the day is left")
                    .containsEntry("x-faregate-target", "a");
        }
    }

    @Test
    void becauseTheRoutesDeadlineCame() throws Exception {
        try (DeafListener deaf = new DeafListener();
                RunningRouter router = new RunningRouter(PATIENT.r("deadline: 300ms"))) {
            router.moveProvider("a", deaf.url());

            Reply reply = router.call(RunningRouter.BODY.replace("\"r\"", "\"alone\""));

            assertThat(reply.status()).isEqualTo(504);
            JsonNode row = router.onlyRow();
            assertThat(row.path("outcome").asText()).isEqualTo("failed");
            assertUncharged(row);
        }
    }
}
