package io.faregate.analytics.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.config.ConfigReader;
import io.faregate.analytics.ingest.Intake;
import io.faregate.analytics.judge.Judge;
import io.faregate.analytics.promote.Promoter;
import io.faregate.analytics.testing.Rows;
import io.faregate.analytics.testing.Store;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows over real HTTP while the database's writer is held by somebody else. */
class RowsApiTest {
    private static final int PLACES = 16;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final CountDownLatch holding = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);

    @SuppressWarnings("NullAway.Init")
    private Store store;

    @BeforeEach
    void open() {
        store = new Store(folder);
    }

    @AfterEach
    void close() {
        letGo.countDown();
        vertx.close().await();
        store.close();
    }

    @Test
    void tellsWhoComesWhenTheQueueIsFullToComeAgainAndLosesNothing() throws Exception {
        int port = wholeServer();
        holdTheWriter();
        List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
        for (int i = 0; i <= PLACES; i++) {
            sent.add(client.sendAsync(post(port, line(i)), BodyHandlers.ofString()));
        }
        HttpResponse<?> refused = (HttpResponse<?>) CompletableFuture.anyOf(sent.toArray(new CompletableFuture<?>[0]))
                .get();
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(sent.stream().filter(CompletableFuture::isDone)).hasSize(1);
        assertThat(get(port, "/v1/costs?group_by=day").statusCode())
                .as("questions do not wait behind rows")
                .isEqualTo(200);

        letGo.countDown();
        for (int i = 0; i <= PLACES; i++) {
            HttpResponse<String> answer = sent.get(i).get();
            if (answer.statusCode() == 429) {
                answer = client.send(post(port, line(i)), BodyHandlers.ofString());
            }
            assertThat(answer.body()).isEqualTo("{\"accepted\":1,\"duplicate\":0,\"rejected\":0}");
        }
        assertThat(Json.parse(get(port, "/v1/costs?group_by=day").body())
                        .at("/total/calls")
                        .asInt())
                .isEqualTo(PLACES + 1);
    }

    @Test
    void holdsNoMoreBytesThanItMay() throws Exception {
        byte[] line = line(1);
        Router router = Router.router(vertx);
        new RowsApi(new Intake(store.warehouse()), answers(), line.length + line.length / 2).mount(router);
        router.route().failureHandler(context -> Answers.fail(context, context.failure()));
        int port = vertx.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .await()
                .actualPort();
        holdTheWriter();
        List<CompletableFuture<HttpResponse<String>>> sent = List.of(
                client.sendAsync(post(port, line), BodyHandlers.ofString()),
                client.sendAsync(post(port, line), BodyHandlers.ofString()));
        HttpResponse<?> refused = (HttpResponse<?>) CompletableFuture.anyOf(sent.toArray(new CompletableFuture<?>[0]))
                .get();
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        letGo.countDown();
        assertThat(List.of(sent.get(0).get().statusCode(), sent.get(1).get().statusCode()))
                .containsExactlyInAnyOrder(200, 429);
        assertThat(client.send(post(port, line), BodyHandlers.ofString()).body())
                .as("what was held is given back")
                .isEqualTo("{\"accepted\":0,\"duplicate\":1,\"rejected\":0}");
    }

    @Test
    void unpacksNoMoreThanItMay() throws Exception {
        int port = wholeServer();
        HttpResponse<String> answer =
                client.send(post(port, packedZeros(Intake.MAX_BYTES + 1)), BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(Json.parse(answer.body()).path("detail").asText())
                .isEqualTo("body larger than 67108864 bytes unpacked");
    }

    private int wholeServer() throws Exception {
        Path file = Files.writeString(folder.resolve("faregate.yaml"), "analytics: { port: 0 }\n");
        AnalyticsConfig config = new ConfigReader(Map.<String, String>of()::get).read(file);
        Judge judge = new Judge(store.warehouse(), config::canaries, () -> 0, new Random(1));
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Promoter promoter = new Promoter(() -> config, null, judge);
        return new AnalyticsServer(vertx, () -> config, null, store.warehouse(), judge, promoter, metrics, () -> true)
                .listen()
                .await()
                .actualPort();
    }

    private Answers answers() {
        return new Answers(vertx.createSharedWorkerExecutor("test-rows", 2));
    }

    private void holdTheWriter() throws InterruptedException {
        Thread holder = new Thread(() -> store.warehouse().write(connection -> {
            holding.countDown();
            try {
                letGo.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return true;
        }));
        holder.setDaemon(true);
        holder.start();
        holding.await();
    }

    private static byte[] line(int i) {
        return Rows.lines(Rows.call("row-" + i, "t", "0.01")).getBytes(UTF_8);
    }

    private static byte[] packedZeros(int count) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            byte[] zeros = new byte[1 << 20];
            for (int left = count; left > 0; left -= zeros.length) {
                out.write(zeros, 0, Math.min(left, zeros.length));
            }
        }
        return packed.toByteArray();
    }

    private static HttpRequest post(int port, byte[] body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/rows"))
                .POST(BodyPublishers.ofByteArray(body))
                .build();
    }

    private HttpResponse<String> get(int port, String target) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                        .build(),
                BodyHandlers.ofString());
    }
}
