package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An agent's three turns with two tool calls, a picture and a schema, at each provider and handed over in the middle
 * from each to each other and back: nobody gets what only another understands.
 */
final class ToolLoopTest {
    private static final List<String> PROVIDERS =
            List.of("openai", "anthropic", "gemini", "mistral", "deepseek", "groq", "openrouter", "together");
    private static final String START = """
            {"model":"r","max_tokens":100,
             "messages":[{"role":"user","content":[{"type":"text","text":"What is this?"},
               {"type":"image_url","image_url":{"url":"data:image/png;base64,aGk="}}]}],
             "tools":[{"type":"function","function":{"name":"look","parameters":{"type":"object"}}}],
             "response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object"}}}}""";

    static Stream<String> each() {
        return PROVIDERS.stream();
    }

    static Stream<Arguments> pairs() {
        return PROVIDERS.stream()
                .flatMap(head ->
                        PROVIDERS.stream().filter(next -> !next.equals(head)).map(next -> Arguments.of(head, next)));
    }

    @ParameterizedTest
    @MethodSource("each")
    void runsAtOneProvider(String provider) throws Exception {
        try (ProviderRouter router = new ProviderRouter(provider)) {
            Agent agent = new Agent(router);
            for (int turn = 0; turn < 3; turn++) {
                router.upstream(0).then(ProviderFakes.of(provider));
                agent.turn(provider);
            }
            assertThat(agent.said()).isEqualTo("done");
            assertThat(router.rows(3)).allSatisfy(row -> {
                assertThat(row.path("input_tokens").asLong()).isEqualTo(10);
                assertThat(row.path("needs").toString()).isEqualTo("[\"tools\",\"vision\",\"structured_output\"]");
            });
        }
    }

    @ParameterizedTest(name = "{0}, {1}, {0}")
    @MethodSource("pairs")
    void isHandedOverAndBack(String head, String next) throws Exception {
        try (ProviderRouter router = new ProviderRouter(head, next)) {
            Agent agent = new Agent(router);
            router.upstream(0).then(ProviderFakes.of(head));
            agent.turn(head);

            router.upstream(0).then(Answers.status(500, "{}"));
            router.upstream(1).then(ProviderFakes.of(next));
            agent.turn(next);

            router.clear();
            router.upstream(0).then(ProviderFakes.of(head));
            agent.turn(head);

            assertThat(agent.said()).isEqualTo("done");
        }
    }

    /** A client that sends back what it was sent, with results of its tools. */
    private static final class Agent {
        private final ProviderRouter router;
        private final ObjectNode request;
        private JsonNode last = ProviderFakes.JSON.nullNode();

        Agent(ProviderRouter router) throws IOException {
            this.router = router;
            this.request = (ObjectNode) ProviderFakes.JSON.readTree(START);
        }

        void turn(String expectedTarget) throws IOException {
            Reply reply;
            try (LoopbackClient client = new LoopbackClient(router.port())) {
                reply = client.post(RunningRouter.PATH, request.toString()).read();
            }
            assertThat(reply.status()).as(reply.body()).isEqualTo(200);
            assertThat(reply.headers()).containsEntry("x-faregate-target", expectedTarget);
            last = ProviderFakes.JSON
                    .readTree(reply.body())
                    .path("choices")
                    .path(0)
                    .path("message");
            ArrayNode messages = (ArrayNode) request.path("messages");
            messages.add(last);
            for (JsonNode call : last.path("tool_calls")) {
                messages.addObject()
                        .put("role", "tool")
                        .put("tool_call_id", call.path("id").asText())
                        .put("content", "9");
            }
        }

        String said() {
            return last.path("content").asText();
        }
    }
}
