package io.faregate.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SimServerTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static SimServer server;

    @BeforeAll
    static void start() {
        server = SimServer.start(
                new SimSettings(
                        7,
                        false,
                        List.of(
                                model("steady", "one", Map.of()),
                                model("limited", "two", Map.of(Fault.RATE_LIMIT_429, 1.0)),
                                model("broken", "two", Map.of(Fault.ERROR_500, 1.0)),
                                model("cut", "two", Map.of(Fault.CUT, 1.0)),
                                model("hangs", "two", Map.of(Fault.HANG, 1.0)),
                                model("event", "two", Map.of(Fault.ERROR_EVENT, 1.0)),
                                model("switched", "two", Map.of()))),
                0,
                2);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void answersPlainWithUsageOfPromptAndLength() throws Exception {
        HttpResponse<String> answer = chat("/v1", "steady", "");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .contains("\"object\":\"chat.completion\"", "\"model\":\"steady\"", "\"finish_reason\":\"stop\"")
                .contains("\"content\":\"the fare of each \"")
                .contains("\"prompt_tokens\":2,\"completion_tokens\":4,\"total_tokens\":6");
    }

    @Test
    void endsWithLengthAtTheAskedMaximum() throws Exception {
        assertThat(chat("/v1", "steady", ",\"max_tokens\":2").body())
                .contains("\"content\":\"the fare \"", "\"finish_reason\":\"length\"", "\"completion_tokens\":2");
    }

    @Test
    void streamsRoleContentFinishUsageAndDone() throws Exception {
        HttpResponse<String> answer =
                chat("/v1", "steady", ",\"stream\":true,\"stream_options\":{\"include_usage\":true}");
        assertThat(answer.headers().firstValue("content-type")).hasValue("text/event-stream; charset=utf-8");
        String[] events = answer.body().split("\n\n", -1);
        assertThat(events).hasSize(7);
        assertThat(events[0]).contains("\"role\":\"assistant\"", "\"usage\":null");
        assertThat(events[1]).contains("\"delta\":{\"content\":\"the fare \"}");
        assertThat(events[2]).contains("\"delta\":{\"content\":\"of each \"}");
        assertThat(events[3]).contains("\"delta\":{}", "\"finish_reason\":\"stop\"");
        assertThat(events[4]).contains("\"choices\":[]", "\"total_tokens\":6");
        assertThat(events[5]).isEqualTo("data: [DONE]");
        assertThat(events[6]).isEmpty();
    }

    @Test
    void leavesUsageOutOfAStreamThatDidNotAsk() throws Exception {
        assertThat(chat("/v1", "steady", ",\"stream\":true").body())
                .doesNotContain("usage")
                .endsWith("data: [DONE]\n\n");
    }

    @Test
    void servesUnderAProviderOnlyItsOwnModels() throws Exception {
        assertThat(chat("/one/v1", "steady", "").statusCode()).isEqualTo(200);
        HttpResponse<String> foreign = chat("/two/v1", "steady", "");
        assertThat(foreign.statusCode()).isEqualTo(404);
        assertThat(foreign.body()).contains("\"code\":\"model_not_found\"");
        HttpResponse<String> list = CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.url() + "/one/v1/models"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(list.body()).contains("\"id\":\"steady\"").doesNotContain("limited");
    }

    @Test
    void failsAsSet() throws Exception {
        HttpResponse<String> limited = chat("/v1", "limited", "");
        assertThat(limited.statusCode()).isEqualTo(429);
        assertThat(limited.headers().firstValue("retry-after")).hasValue("1");
        assertThat(chat("/v1", "broken", "").statusCode()).isEqualTo(500);
        assertThat(chat("/v1", "event", ",\"stream\":true").body()).startsWith("data: {\"error\":");
        assertThatThrownBy(() -> chat("/v1", "cut", "")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> chat("/v1", "cut", ",\"stream\":true")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> chat("/v1", "hangs", "")).isInstanceOf(java.net.http.HttpTimeoutException.class);
    }

    @Test
    void anOutageIsSwitchedOnAndOff() throws Exception {
        assertThat(control("{\"model\":\"switched\",\"outage\":true}").statusCode())
                .isEqualTo(200);
        assertThat(chat("/v1", "switched", "").statusCode()).isEqualTo(503);
        HttpResponse<String> counters = control("{\"model\":\"switched\",\"outage\":false}");
        assertThat(counters.body()).contains("{\"model\":\"switched\",\"outage\":false,\"calls\":1,\"failed\":1,");
        assertThat(chat("/v1", "switched", "").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesAControlOfAnUnknownModelAndABodyThatIsNoObject() throws Exception {
        assertThat(control("{\"model\":\"nobody\",\"outage\":true}").statusCode())
                .isEqualTo(400);
        assertThat(control("[]").statusCode()).isEqualTo(400);
        assertThat(post("/v1/chat/completions", "[1]").statusCode()).isEqualTo(400);
        assertThat(post("/v1/chat/completions", "{\"model\":").statusCode()).isEqualTo(400);
    }

    private static ModelSettings model(String name, String provider, Map<Fault, Double> faults) {
        return new ModelSettings(name, provider, Spread.fixed(0), 0, Spread.fixed(4), 2, faults, 1, 0, 1);
    }

    private static HttpResponse<String> chat(String base, String model, String more) throws Exception {
        return post(
                base + "/chat/completions",
                "{\"model\":\"" + model + "\",\"messages\":[{\"role\":\"user\",\"content\":\"plan it\"}]" + more + "}");
    }

    private static HttpResponse<String> control(String body) throws Exception {
        return post("/control", body);
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .timeout(Duration.ofSeconds(path.contains("chat") && body.contains("hangs") ? 1 : 20))
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }
}
