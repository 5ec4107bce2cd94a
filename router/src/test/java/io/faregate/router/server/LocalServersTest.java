package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import org.junit.jupiter.api.Test;

/** What servers on the operator's own machine do that others don't. */
final class LocalServersTest {
    private static final String LONG = RunningRouter.BODY.replace("hi", "hi ".repeat(4_000));

    @Test
    void aPromptThatWasCutIsToldInAnswerRowAndMetrics() throws Exception {
        try (ProviderRouter router = new ProviderRouter("ollama")) {
            String full = Answers.WHOLE.replace(
                    "\"prompt_tokens\":10,\"completion_tokens\":5", "\"prompt_tokens\":2043,\"completion_tokens\":5");
            router.upstream(0).then(Answers.status(200, full)).then(Answers.whole());
            try (LoopbackClient client = new LoopbackClient(router.port())) {
                Reply cut = client.post(RunningRouter.PATH, LONG).read();
                Reply whole =
                        client.post(RunningRouter.PATH, RunningRouter.BODY).read();

                assertThat(cut.body()).contains("\"result\":\"served\",\"reason\":\"prompt_truncated\"");
                assertThat(whole.body()).contains("\"result\":\"served\",\"reason\":null");
                String metrics = client.ask("GET", "/metrics").read().body();
                assertThat(metrics).contains("faregate_prompts_truncated_total{target=\"ollama\"} 1.0");
            }
            JsonNode row = router.rows(2).get(0);
            assertThat(row.path("outcome").asText()).isEqualTo("served");
            assertThat(row.path("attempts").path(0).path("reason").asText()).isEqualTo("prompt_truncated");
        }
    }
}
