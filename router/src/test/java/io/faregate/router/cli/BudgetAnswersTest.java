package io.faregate.router.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.router.testing.StubUpstream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A 402 tells its amounts: 4 tokens of text at $1 and 5 of an answer at $2 a million could cost $0.000014. */
final class BudgetAnswersTest {
    private final StubUpstream provider = StubUpstream.start();

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void stop() {
        provider.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "per_request_usd: 0.000013 | ,\"max_tokens\":5 | "
                        + "This request could cost up to $0.000014 at target 't'; "
                        + "the budget of one request is $0.000013.",
                "daily_usd: 0.000013       | ,\"max_tokens\":5 | "
                        + "This request could cost up to $0.000014 at target 't'; "
                        + "$0.000013 is left of the daily budget (global), $0.000013.",
                "per_task_usd: 0.00001     | ,\"max_tokens\":5 | "
                        + "This request could cost up to $0.000014 at target 't'; "
                        + "$0.00001 is left of the task's budget, $0.00001.",
                "per_request_usd: 0.000005 | '' | "
                        + "Even with the shortest answer this request could cost $0.000006 at target 't'; "
                        + "the budget of one request is $0.000005.",
                "daily_usd: 1, when_unbounded: refuse | '' | "
                        + "The request states no maximum of output tokens, and under a budget this router wants one "
                        + "(budgets.when_unbounded is refuse).",
            })
    void theCapWhatIsLeftAndWhatTheCallNeedsAreTold(String budget, String maximum, String message) throws Exception {
        RouterProcess router = start(budget);
        try {
            HttpResponse<String> answer = ask(router, maximum);

            assertThat(answer.statusCode()).isEqualTo(402);
            assertThat(answer.body()).contains("\"message\":\"" + message + "\"");
            assertThat(answer.headers().firstValue("x-should-retry")).contains("false");
        } finally {
            router.stop();
        }
    }

    @Test
    void anAddressInUseIsToldWithTheKeyThatSetsAnother() throws Exception {
        RouterProcess router = start("daily_usd: 1");
        try {
            int port = URI.create(router.url()).getPort();

            assertThatThrownBy(() -> start("daily_usd: 1", port))
                    .isInstanceOf(StartException.class)
                    .hasMessage("The router cannot listen on 127.0.0.1:" + port
                            + ": the address is already in use, perhaps by another router; server.port or "
                            + "FAREGATE_ROUTER_PORT sets another port.");
        } finally {
            router.stop();
        }
    }

    private RouterProcess start(String budget) throws Exception {
        return start(budget, 0);
    }

    private RouterProcess start(String budget, int port) throws Exception {
        Path file = Files.writeString(folder.resolve("faregate.yaml"), """
                server: { drain: 0s }
                providers: { p: { base_url: "%s", api_key_env: K } }
                targets: [ { name: t, virtual_key: p, model: m, price: { input: 1, output: 2 } } ]
                budgets: { %s }
                """.formatted(provider.url(), budget));
        return RouterProcess.start(
                file,
                Map.of(
                        "K", "key",
                        "FAREGATE_ROUTER_PORT", String.valueOf(port),
                        "FAREGATE_DATA_DIR", folder.toString()),
                "1");
    }

    private static HttpResponse<String> ask(RouterProcess router, String maximum) throws Exception {
        String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"" + "four".repeat(4) + "\"}]"
                + maximum + "}";
        HttpRequest request = HttpRequest.newBuilder(URI.create(router.url() + "/v1/chat/completions"))
                .header("X-Task-Id", "task-1")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
