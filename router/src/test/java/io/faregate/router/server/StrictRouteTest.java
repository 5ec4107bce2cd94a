package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Routes on which nothing is left out of a request, beside those on which it is left out and told. */
final class StrictRouteTest {
    private static final String BIASED = "{\"model\":\"ROUTE\",\"logit_bias\":{\"1\":2},\"max_tokens\":9,"
            + "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    private static ProviderRouter router;

    @BeforeAll
    static void start() throws Exception {
        router = new ProviderRouter("groq", "mistral");
    }

    @AfterAll
    static void stop() {
        router.close();
    }

    @BeforeEach
    void clear() {
        router.clear();
    }

    private static Reply call(String path, String body) throws Exception {
        try (LoopbackClient client = new LoopbackClient(router.port())) {
            return client.post(path, body).read();
        }
    }

    private static JsonNode attempted(Reply reply) throws Exception {
        JsonNode body = JsonMapper.builder().build().readTree(reply.body());
        JsonNode holder = body.has("error") ? body.path("error") : body.path("faregate");
        return holder.path("attempted");
    }

    @Test
    void whatIsLeftOutIsToldInAnswerAndRow() throws Exception {
        router.upstream(0).then(Answers.whole());

        Reply reply = call(RunningRouter.PATH, BIASED.replace("ROUTE", "r"));

        assertThat(router.upstream(0).bodies().get(0)).doesNotContain("logit_bias");
        assertThat(attempted(reply).path(0).path("changed").toString()).isEqualTo("[\"logit_bias\"]");
        assertThat(router.rows(1)
                        .get(0)
                        .path("attempts")
                        .path(0)
                        .path("changed")
                        .toString())
                .isEqualTo("[\"logit_bias\"]");
    }

    @Test
    void whatIsNotChangedIsNotTold() throws Exception {
        router.upstream(0).then(Answers.whole());

        Reply reply = call(RunningRouter.PATH, RunningRouter.BODY);

        assertThat(attempted(reply).path(0).has("changed")).isFalse();
    }

    @Test
    void aStrictRoutePassesOverWhoCannotSayIt() throws Exception {
        router.upstream(1).then(Answers.whole());

        Reply reply = call(RunningRouter.PATH, BIASED.replace("ROUTE", "strict"));

        assertThat(reply.headers()).containsEntry("x-faregate-target", "mistral");
        assertThat(router.upstream(0).calls()).isZero();
        assertThat(router.upstream(1).bodies().get(0)).contains("\"logit_bias\":{\"1\":2}");
        assertThat(attempted(reply).path(0).path("reason").asText()).isEqualTo("dialect:logit_bias");
        assertThat(router.rows(1).get(0).path("fallthrough").asBoolean()).isFalse();
    }

    @Test
    void aStrictRouteRefusesWhatNobodyCanSay() throws Exception {
        Reply reply = call(RunningRouter.PATH, BIASED.replace("ROUTE", "strict-first"));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).contains("\"code\":\"no_capable_target\"", "groq: dialect:logit_bias");
        assertThat(router.upstream(0).calls()).isZero();
        assertThat(router.rows(1).get(0).path("outcome").asText()).isEqualTo("refused");
    }

    @Test
    void aStrictRouteRepairsNoRefusal() throws Exception {
        router.upstream(0)
                .then(Answers.error(400, "unsupported_parameter", "Unsupported parameter: 'seed' is not supported"))
                .then(Answers.whole());
        String seeded = BIASED.replace("\"logit_bias\":{\"1\":2}", "\"seed\":7");

        Reply strict = call(RunningRouter.PATH, seeded.replace("ROUTE", "strict"));
        Reply lax = call(RunningRouter.PATH, seeded.replace("ROUTE", "r"));

        assertThat(strict.status()).isEqualTo(400);
        assertThat(strict.body()).contains("Unsupported parameter");
        assertThat(lax.status()).isEqualTo(200);
        assertThat(router.upstream(0).bodies().get(1)).contains("\"seed\":7");
    }

    @Test
    void whatAnotherProviderKeepsForTheClientIsNeverLeftOut() throws Exception {
        Reply reply = call(
                "/v1/responses",
                "{\"model\":\"r\",\"input\":\"go on\",\"previous_response_id\":\"resp_1\",\"include\":[\"x\"]}");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).contains("no_capable_target", "dialect:previous_response_id");
    }

    @Test
    void whatATranslationLosesIsTold() throws Exception {
        router.upstream(0).then(Answers.whole());

        Reply reply = call(
                "/v1/messages",
                "{\"model\":\"r\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],"
                        + "\"tools\":[{\"type\":\"web_search_20250305\",\"name\":\"web_search\"}],\"container\":\"c\"}");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(attempted(reply).path(0).path("changed").toString())
                .isEqualTo("[\"container\",\"tools.web_search\"]");
    }
}
