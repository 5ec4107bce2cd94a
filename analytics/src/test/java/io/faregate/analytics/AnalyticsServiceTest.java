package io.faregate.analytics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.ConfigFaults;
import io.faregate.analytics.config.ConfigReader;
import io.faregate.analytics.testing.Rows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The service as its callers see it: real HTTP on loopback, a real database, real files. */
class AnalyticsServiceTest {
    private static final long SOON_MILLIS = 20_000;

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private AnalyticsService service;

    @BeforeEach
    void start() throws IOException, ConfigFaults {
        Path file = folder.resolve("faregate.yaml");
        Files.writeString(file, """
                analytics: { port: 0, window: 0s }
                routes:
                  r: { mode: fallback, targets: [a, b], canary: { challenger: c, percent: 50, experiment: e1 } }
                """);
        Map<String, String> environment = Map.of("FAREGATE_DATA_DIR", folder.toString());
        service = AnalyticsService.start(new ConfigReader(environment::get).read(file));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void answersForARouteWithoutRows() throws Exception {
        JsonNode canary = get("/v1/canary/r");
        assertThat(canary.path("experiment").asText()).isEqualTo("e1");
        assertThat(canary.path("arms").path("challenger").path("target").asText())
                .isEqualTo("c");
        assertThat(canary.path("arms").path("primary").path("tasks").asLong()).isZero();
        assertThat(canary.path("relative_cost").path("value").isNull()).isTrue();
        assertThat(canary.path("decision").path("verdict").asText()).isEqualTo("continue");
        assertThat(get("/v1/canary/r/history").path("points")).isEmpty();
        assertThat(get("/v1/canary").path("experiments")).hasSize(1);
    }

    @Test
    void showsWhatWasPostedAndWhatLiesInFilesAsOne() throws Exception {
        Files.createDirectories(folder.resolve("data/usage"));
        Files.writeString(
                folder.resolve("data/usage/usage-20260820-10-box.jsonl"),
                Rows.lines(Rows.call("1", "t1", "0.01"), Rows.call("2", "t1", "0.02"), "bad"));
        assertThat(post(Rows.lines(Rows.challenger("3", "t2", "0.0000049"), Rows.call("1", "t1", "0.01")), false)
                        .path("accepted")
                        .asLong())
                .isPositive();
        JsonNode canary = until("/v1/canary/r", "/arms/primary/calls", 2);
        assertThat(canary.at("/arms/primary/cost_usd")).hasToString("0.03");
        assertThat(canary.at("/arms/challenger/cost_usd")).hasToString("0.0000049");
        assertThat(canary.at("/coverage/rejected").asLong()).isEqualTo(1);
        assertThat(canary.at("/coverage/duplicates").asLong()).isEqualTo(1);
        assertThat(get("/v1/costs?group_by=day").at("/total/cost_usd")).hasToString("0.0300049");
        assertThat(Files.readString(folder.resolve("data/rejected-rows.jsonl"))).contains("\"line\":\"bad\"");
    }

    @Test
    void takesGzipWithAndWithoutSayingSo() throws Exception {
        JsonNode first = post(Rows.lines(Rows.call("1", "t", "0.01"), "[]", ""), true);
        assertThat(first.toString()).isEqualTo("{\"accepted\":1,\"duplicate\":0,\"rejected\":1}");
        HttpResponse<String> damaged = client.send(
                HttpRequest.newBuilder(uri("/v1/rows"))
                        .POST(BodyPublishers.ofByteArray(new byte[] {0x1f, (byte) 0x8b, 1, 2}))
                        .build(),
                BodyHandlers.ofString());
        assertThat(damaged.statusCode()).isEqualTo(400);
        assertThat(damaged.body()).contains("damaged gzip");
    }

    @Test
    void tellsATaskWithItsCallsAndTheLastWordOnIt() throws Exception {
        ObjectNode call = Rows.call("1", "007", "0.02");
        call.putArray("attempts").add(Rows.attempt("a", "0.02", 10, 5));
        post(
                Rows.lines(
                        call,
                        Rows.feedback("f1", "007", "2026-08-20T10:00:01.000Z", true),
                        Rows.feedback("f2", "007", "2026-08-20T10:00:02.000Z", false)),
                false);
        JsonNode task = get("/v1/tasks/007");
        assertThat(task.path("arm").asText()).isEqualTo("primary");
        assertThat(task.path("cost_usd")).hasToString("0.02");
        assertThat(task.at("/calls/0/attempts/0/cost_usd")).hasToString("0.02");
        assertThat(task.at("/calls/0/ts").asText()).isEqualTo("2026-08-20T10:00:00.000Z");
        assertThat(task.at("/calls/0/key").isNull()).isTrue();
        assertThat(task.at("/feedback/success").asBoolean(true)).isFalse();
    }

    @Test
    void recordsAVerdictOnceAndKeepsItAcrossARestart() throws Exception {
        List<Object> rows = new ArrayList<>();
        String now = Clock.systemUTC().instant().toString();
        for (int i = 0; i < 150; i++) {
            rows.add(Rows.call("p" + i, "p" + i, "0.01").put("ts", now));
            rows.add(Rows.challenger("c" + i, "c" + i, "0.05").put("ts", now));
        }
        post(Rows.lines(rows.toArray()), false);
        JsonNode first = get("/v1/canary/r").path("decision");
        assertThat(first.path("verdict").asText()).isEqualTo("rollback");
        assertThat(get("/v1/canary/r").path("decision").path("record_id")).isEqualTo(first.path("record_id"));
        service.close();
        start();
        assertThat(get("/v1/canary/r").path("decision").path("record_id")).isEqualTo(first.path("record_id"));
        JsonNode points = get("/v1/canary/r/history").path("points");
        assertThat(points).hasSize(1);
        assertThat(points.at("/0/tasks").asLong()).isEqualTo(300);
        assertThat(points.at("/0/relative_cost/value").asDouble()).isBetween(3.9, 4.1);
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/canary/none, 404",
        "/v1/tasks/none, 404",
        "/v1/none, 404",
        "/v1/costs, 400",
        "/v1/costs?group_by=colour, 400",
        "/v1/costs?group_by=day&from=yesterday, 400",
        "/v1/costs?group_by=day&from=2026-08-22&to=2026-08-20, 400",
        "/v1/costs?group_by=day&format=xml, 400",
        "/v1/rows, 405",
        "/v1/requests?limit=0, 400",
        "/v1/requests?cursor=17, 400",
        "/v1/fallthrough?bucket_s=x, 400",
        "/v1/canary/r/slices?by=colour, 400",
        "/assets/none.js, 404",
        "/assets/index.html, 404",
        "/v1/costs?group_by=day&limit=0, 400",
        "/v1/costs?group_by=day&limit=many, 400",
        "/v1/costs?group_by=day&cursor=x, 400",
        "/v1/costs?group_by=day&cursor=%2B, 400",
        "/v1/incidents?open=perhaps, 400",
        "/v1/requests?rout=r, 400",
        "/v1/canary?route=r, 400"
    })
    void answersProblemsAsDocuments(String path, int status) throws Exception {
        HttpResponse<String> response = fetch(path);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(Json.parse(response.body()).path("status").asInt()).isEqualTo(status);
    }

    @Test
    void namesAParameterThatItDoesNotKnowAndThoseThatItDoes() throws Exception {
        assertThat(Json.parse(fetch("/v1/routing?from=2026-08-20&rout=r").body())
                        .path("detail")
                        .asText())
                .isEqualTo("query parameter rout: unknown; expected some of from, to, route");
        assertThat(Json.parse(fetch("/v1/budgets?day=today").body())
                        .path("detail")
                        .asText())
                .isEqualTo("query parameter day: unknown; expected none");
        assertThat(fetch("/?route=r&whatever=1").statusCode()).isEqualTo(200);
    }

    @Test
    void pagesAreOfOneListThoughRowsComeInBetween() throws Exception {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            rows.add(Rows.call("r" + i, "t" + i, "0.0" + (1 + i % 9)).put("model", "m" + i % 10));
        }
        post(Rows.lines(rows.toArray()), false);
        String total = get("/v1/costs?group_by=route").path("total").toString();
        List<String> models = new ArrayList<>();
        String cursor = "";
        for (int page = 0; !cursor.equals("null"); page++) {
            JsonNode answer = get("/v1/costs?group_by=model&limit=4" + (page == 0 ? "" : "&cursor=" + cursor));
            assertThat(answer.path("total")).hasToString(total);
            answer.path("groups")
                    .forEach(group -> models.add(group.path("model").asText()));
            cursor = answer.path("next_cursor").asText();
            post(Rows.lines(Rows.call("late" + page, "t", "9").put("model", "late" + page)), false);
        }
        assertThat(models).hasSize(10).doesNotHaveDuplicates().allMatch(model -> model.startsWith("m"));
        assertThat(get("/v1/costs?group_by=model").path("groups")).hasSize(13);
    }

    @Test
    void aTaskOfManyCallsComesInPagesWithTheCostOfAll() throws Exception {
        post(
                Rows.lines(
                        Rows.call("1", "t", "0.01"),
                        Rows.call("2", "t", "0.02").put("ts", "2026-08-20T10:00:01.000Z"),
                        Rows.call("3", "t", "0.04").put("ts", "2026-08-20T10:00:02.000Z")),
                false);
        JsonNode first = get("/v1/tasks/t?limit=2");
        assertThat(first.path("cost_usd")).hasToString("0.07");
        assertThat(first.path("calls")).hasSize(2);
        assertThat(first.path("total_calls").asInt()).isEqualTo(3);
        JsonNode second =
                get("/v1/tasks/t?limit=2&cursor=" + first.path("next_cursor").asText());
        assertThat(second.at("/calls/0/row_id").asText()).isEqualTo("3");
        assertThat(second.path("next_cursor").isNull()).isTrue();
        assertThat(fetch("/v1/tasks/other?cursor=" + first.path("next_cursor").asText())
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void exportsSpendAsCsv() throws Exception {
        post(Rows.lines(Rows.call("1", "t", "0.01").put("model", "=a,\"b\"")), false);
        HttpResponse<String> csv = fetch("/v1/costs?group_by=model,day&format=csv");
        assertThat(csv.headers().firstValue("Content-Type").orElse("")).startsWith("text/csv");
        assertThat(csv.body()).isEqualTo("""
                model,day,calls,tasks,input_tokens,output_tokens,cost_usd,unpriced_calls\r
                "'=a,""b\""",2026-08-20,1,1,10,5,0.01,0\r
                """);
    }

    @Test
    void isAliveAndReadyAndMeasured() throws Exception {
        assertThat(fetch("/livez").statusCode()).isEqualTo(200);
        assertThat(fetch("/readyz").statusCode()).isEqualTo(200);
        post(Rows.lines(Rows.call("1", "t", "0.01")), false);
        assertThat(fetch("/metrics").body())
                .contains("# TYPE ")
                .contains("faregate_analytics_rows_total{result=\"accepted\"} 1.0");
    }

    @Test
    void doesNotTakeRowsFromPagesOfOtherSites() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri("/v1/rows"))
                .header("Sec-Fetch-Site", "cross-site")
                .POST(BodyPublishers.ofString(Rows.lines(Rows.call("1", "t", "0.01"))))
                .build();
        assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
        assertThat(get("/v1/costs?group_by=day").at("/total/calls").asLong()).isZero();
    }

    @Test
    void servesThePageThatLoadsNothingFromElsewhere() throws Exception {
        HttpResponse<String> page = fetch("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'self'")
                .doesNotContain("unsafe")
                .doesNotContain("http");
        HttpResponse<String> script = fetch("/assets/app.js");
        assertThat(script.headers().firstValue("Content-Type")).hasValue("text/javascript; charset=utf-8");
        HttpRequest again = HttpRequest.newBuilder(uri("/assets/app.js"))
                .header("If-None-Match", script.headers().firstValue("ETag").orElseThrow())
                .build();
        assertThat(client.send(again, BodyHandlers.ofString()).statusCode()).isEqualTo(304);
    }

    @Test
    void answersWhatTheCardsOfThePageAsk() throws Exception {
        post(Rows.lines(Rows.call("1", "t1", "0.01"), Rows.challenger("2", "t2", "0.02")), false);
        assertThat(get("/v1/requests?limit=1").path("requests")).hasSize(1);
        String next = get("/v1/requests?limit=1").path("next_cursor").asText();
        assertThat(get("/v1/requests?limit=1&cursor=" + next)
                        .path("next_cursor")
                        .isNull())
                .isTrue();
        assertThat(get("/v1/routing?route=r").at("/total/calls").asLong()).isEqualTo(2);
        assertThat(get("/v1/refusals").path("refusals")).isEmpty();
        assertThat(get("/v1/canary/r/tail").at("/arms/challenger/dearest/0/cost_usd"))
                .hasToString("0.02");
        assertThat(get("/v1/canary/r/slices?by=key").path("exploratory").asBoolean())
                .isTrue();
        assertThat(get("/v1/budgets").at("/budgets/0/name").asText()).isEqualTo("global");
        assertThat(get("/v1/budgets").at("/budgets/0/calls").asLong())
                .as("the rows are not of today")
                .isZero();
        assertThat(get("/v1/fallthrough?bucket_s=60").path("bucket_s").asLong()).isEqualTo(60);
    }

    private JsonNode until(String path, String pointer, long value) throws Exception {
        long end = System.currentTimeMillis() + SOON_MILLIS;
        JsonNode answer = get(path);
        while (answer.at(pointer).asLong() != value && System.currentTimeMillis() < end) {
            answer = get(path);
        }
        assertThat(answer.at(pointer).asLong()).as(pointer).isEqualTo(value);
        return answer;
    }

    private JsonNode get(String path) throws Exception {
        HttpResponse<String> response = fetch(path);
        assertThat(response.statusCode()).as(path + " " + response.body()).isEqualTo(200);
        return Json.parse(response.body());
    }

    private HttpResponse<String> fetch(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private JsonNode post(String lines, boolean gzip) throws Exception {
        byte[] body = lines.getBytes(UTF_8);
        if (gzip) {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
                out.write(body);
            }
            body = packed.toByteArray();
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(uri("/v1/rows")).POST(BodyPublishers.ofByteArray(body));
        if (gzip) {
            request.header("Content-Encoding", "gzip");
        }
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Json.parse(response.body());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + service.port() + path);
    }
}
