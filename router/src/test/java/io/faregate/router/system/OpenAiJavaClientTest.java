package io.faregate.router.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.errors.BadRequestException;
import com.openai.errors.InternalServerException;
import com.openai.errors.NotFoundException;
import com.openai.errors.OpenAIServiceException;
import com.openai.errors.SseException;
import com.openai.errors.UnauthorizedException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The official Java client sees through the router what OpenAI would give it. */
final class OpenAiJavaClientTest {
    private static final String CLIENT_KEY = "sk-client-key-of-the-tests";
    private static final String PROVIDER_KEY = "sk-provider-key-of-the-tests";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private static Path folder;

    private static StubProvider provider;
    private static RouterProcess router;
    private static OpenAIClient client;

    @BeforeAll
    static void start() throws IOException {
        provider = new StubProvider();
        router = new RouterProcess(
                folder, configuration(), Map.of("STUB_API_KEY", PROVIDER_KEY, "TESTS_KEY", CLIENT_KEY));
        client = client(CLIENT_KEY);
    }

    @AfterAll
    static void stop() throws InterruptedException {
        client.close();
        assertThat(router.stop()).isZero();
        provider.close();
    }

    @BeforeEach
    void forgetCalls() {
        provider.calls().clear();
    }

    @Test
    void answersAPlainCall() {
        ChatCompletion answer =
                client.chat().completions().create(request("main").build());

        assertThat(answer.model()).isEqualTo("main");
        assertThat(answer.choices().get(0).message().content()).contains(StubProvider.TEXT);
        assertThat(answer.choices().get(0).finishReason()).isEqualTo(ChatCompletion.Choice.FinishReason.STOP);
        assertThat(answer.usage().orElseThrow().totalTokens()).isEqualTo(15);
        assertThat(provider.calls()).containsExactly(new StubProvider.Call("main", "Bearer " + PROVIDER_KEY));
    }

    @Test
    void streamsAPlainText() {
        ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> stream =
                client.chat().completions().createStreaming(request("main").build())) {
            stream.stream().forEach(whole::accumulate);
        }

        ChatCompletion answer = whole.chatCompletion();
        assertThat(answer.choices().get(0).message().content()).contains(StubProvider.TEXT);
        assertThat(answer.choices().get(0).finishReason()).isEqualTo(ChatCompletion.Choice.FinishReason.STOP);
        assertThat(answer.usage()).isEmpty();
    }

    @Test
    void passesAToolCall() {
        ChatCompletion answer =
                client.chat().completions().create(withTool(request("main")).build());

        assertThat(answer.choices().get(0).finishReason()).isEqualTo(ChatCompletion.Choice.FinishReason.TOOL_CALLS);
        assertWeatherIsAsked(answer);
    }

    @Test
    void passesAStreamedToolCall() {
        ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> stream = client.chat()
                .completions()
                .createStreaming(withTool(request("main")).build())) {
            stream.stream().forEach(whole::accumulate);
        }

        assertWeatherIsAsked(whole.chatCompletion());
    }

    @Test
    void fallsOverWithoutTheClientNoticing() throws IOException {
        int before = rows().size();

        assertThat(client.chat().completions().create(request("agent").build()).model())
                .isEqualTo("main");

        assertThat(rows()).hasSize(before + 1);
    }

    @Test
    void givesABadRequestTheProvidersWordsAndTriesItOnce() {
        BadRequestException error = catchThrowableOfType(
                BadRequestException.class,
                () -> client.chat().completions().create(request("picky").build()));

        assertThat(error.getMessage()).contains("temperature must be at most 2");
        assertThat(provider.calls()).hasSize(1);
    }

    @Test
    void saysThatNobodyKnowsTheModel() {
        NotFoundException error = catchThrowableOfType(
                NotFoundException.class,
                () -> client.chat().completions().create(request("nobody-knows").build()));

        assertThat(error.code()).contains("model_not_found");
    }

    @Test
    void refusesAnUnknownKey() {
        OpenAIClient stranger = client("sk-stranger");
        UnauthorizedException error = catchThrowableOfType(
                UnauthorizedException.class,
                () -> stranger.chat().completions().create(request("main").build()));
        stranger.close();

        assertThat(error.code()).contains("invalid_key");
        assertThat(provider.calls()).isEmpty();
    }

    @Test
    void tellsAnUpstreamFailureAsAServerError() {
        // Retries would wait as long as Retry-After says, which is the bench's twenty seconds each time.
        InternalServerException error = catchThrowableOfType(
                InternalServerException.class,
                () -> client.withOptions(options -> options.maxRetries(0))
                        .chat()
                        .completions()
                        .create(request("down").build()));

        assertThat(error.statusCode()).isEqualTo(502);
        assertThat(error.code()).contains("upstream_error");
    }

    @Test
    void aBudgetRefusalCostsOneHttpCallAndNoUpstreamCall() throws IOException {
        int before = rows().size();

        OpenAIServiceException error = catchThrowableOfType(
                OpenAIServiceException.class,
                () -> client.chat().completions().create(request("capped").build()));

        assertThat(error.statusCode()).isEqualTo(402);
        assertThat(error.code()).contains("request_budget_exceeded");
        assertThat(provider.calls()).isEmpty();
        List<JsonNode> rows = rows();
        assertThat(rows).hasSize(before + 1);
        assertThat(rows.get(before).path("outcome").asText()).isEqualTo("refused");
    }

    @Test
    void aStreamThatBreaksInTheMiddleIsAnErrorNeverAnEnd() {
        List<String> seen = new ArrayList<>();

        SseException error = catchThrowableOfType(SseException.class, () -> {
            try (StreamResponse<ChatCompletionChunk> stream =
                    client.chat().completions().createStreaming(request("torn").build())) {
                stream.stream()
                        .flatMap(chunk -> chunk.choices().stream())
                        .forEach(choice -> choice.delta().content().ifPresent(seen::add));
            }
        });

        assertThat(String.join("", seen)).isEqualTo(StubProvider.TEXT);
        assertThat(error.code()).contains("stream_truncated");
    }

    private static void assertWeatherIsAsked(ChatCompletion answer) {
        List<ChatCompletionMessageFunctionToolCall> calls =
                answer.choices().get(0).message().toolCalls().orElseThrow().stream()
                        .map(call -> call.asFunction())
                        .toList();
        assertThat(calls).hasSize(1);
        assertThat(calls.get(0).id()).isEqualTo("call_1");
        assertThat(calls.get(0).function().name()).isEqualTo("weather");
        assertThat(calls.get(0).function().arguments()).isEqualTo(StubProvider.ARGUMENTS);
    }

    private static OpenAIClient client(String key) {
        return OpenAIOkHttpClient.builder()
                .apiKey(key)
                .baseUrl(router.url() + "/v1")
                .build();
    }

    private static ChatCompletionCreateParams.Builder request(String model) {
        return ChatCompletionCreateParams.builder().model(model).addUserMessage("Powiedz zdanie.");
    }

    private static ChatCompletionCreateParams.Builder withTool(ChatCompletionCreateParams.Builder request) {
        FunctionParameters parameters = FunctionParameters.builder()
                .putAdditionalProperty("type", JsonValue.from("object"))
                .putAdditionalProperty("properties", JsonValue.from(Map.of("city", Map.of("type", "string"))))
                .build();
        return request.addFunctionTool(FunctionDefinition.builder()
                .name("weather")
                .parameters(parameters)
                .build());
    }

    private static List<JsonNode> rows() throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        Path usage = folder.resolve("usage");
        if (!Files.isDirectory(usage)) {
            return rows;
        }
        try (Stream<Path> files = Files.list(usage)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList()) {
                for (String line : Files.readAllLines(file)) {
                    rows.add(JSON.readTree(line));
                }
            }
        }
        return rows;
    }

    private static String configuration() {
        StringBuilder targets = new StringBuilder();
        for (String model : List.of("down", "main", "picky", "torn", "dear")) {
            String price = model.equals("dear") ? "1000" : "0.5";
            targets.append("  - { name: %s, virtual_key: stub, model: %s, price: { input: %s, output: %s } }\n"
                    .formatted(model, model, price, price));
        }
        return """
                providers:
                  stub: { base_url: "%s", api_key_env: STUB_API_KEY, dialect: openai }
                auth:
                  keys: [ { name: tests, key_env: TESTS_KEY } ]
                targets:
                %sroutes:
                  agent: { mode: fallback, targets: [ down, main ] }
                  capped: { mode: fallback, targets: [ dear, main ], budgets: { per_request_usd: 0.000001 } }
                usage: { dir: usage }
                """.formatted(provider.baseUrl(), targets);
    }
}
