package io.faregate.analytics.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.Webhook;
import io.faregate.analytics.incident.Incident;
import io.faregate.analytics.incident.Kind;
import io.faregate.analytics.query.IncidentLog;
import io.faregate.analytics.query.Page;
import io.faregate.analytics.query.TimeRange;
import io.faregate.analytics.row.UtcTime;
import io.faregate.analytics.testing.Rows;
import io.faregate.analytics.testing.Store;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Incidents from rows to the receiver of a webhook, over real HTTP; the clock is set by hand. */
class WatchTest {
    private static final long SECOND = 1_000_000;
    private static final long HOUR = 3600 * SECOND;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final List<Told> told = new ArrayList<>();
    private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
    private long now = UtcTime.parseMicros("2026-08-20T10:30:00Z");

    @SuppressWarnings("NullAway.Init")
    private Store store;

    @SuppressWarnings("NullAway.Init")
    private HttpServer receiver;

    private record Told(String id, String signature, JsonNode body) {}

    @BeforeEach
    void open() throws IOException {
        store = new Store(folder);
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::receive);
        receiver.start();
    }

    @AfterEach
    void close() {
        receiver.stop(0);
        store.close();
    }

    @Test
    void anUnpricedModelIsToldWhenItComesAndWhenItIsGone() {
        store.add(Rows.call("1", "t", "0").put("model", "new").putNull("cost_usd"));
        Watch watch = watch();
        Messenger messenger = messenger("s3cret");
        watch.round();
        watch.round();
        assertThat(watch.open(Kind.UNPRICED_MODEL)).isEqualTo(1);
        assertThat(messenger.round()).isEqualTo(1);
        assertThat(messenger.round()).isZero();
        assertThat(incidents().get(0).closedMicros()).isNull();
        long opened = now;
        now += HOUR;
        watch.round();
        messenger.round();
        assertThat(watch.open(Kind.UNPRICED_MODEL)).isZero();
        assertThat(watch.opened(Kind.UNPRICED_MODEL)).isEqualTo(1);
        assertThat(told).hasSize(2);
        Told first = told.get(0);
        assertThat(first.body().path("event").asText()).isEqualTo("incident.opened");
        assertThat(first.body().at("/incident/subject").asText()).isEqualTo("new");
        assertThat(first.body().at("/incident/closed_at").isNull()).isTrue();
        assertThat(first.id()).isEqualTo(first.body().at("/incident/id").asText() + "-opened");
        assertThat(first.signature()).isEqualTo(Signature.of("s3cret", opened / SECOND, Json.print(first.body())));
        assertThat(told.get(1).body().path("event").asText()).isEqualTo("incident.closed");
        assertThat(told.get(1).body().at("/incident/closed_at").asText()).isEqualTo("2026-08-20T11:30:00.000Z");
        assertThat(incidents()).hasSize(1);
    }

    @Test
    void aReceiverThatFailsIsAskedAgainLaterAndLater() {
        store.add("no row");
        now = System.currentTimeMillis() * 1000 + SECOND;
        watch().round();
        Messenger messenger = messenger(null);
        statuses.addAll(List.of(500, 302, 204));
        assertThat(messenger.round()).isEqualTo(1);
        now += SECOND - 1;
        assertThat(messenger.round()).isZero();
        now += 1;
        assertThat(messenger.round()).isEqualTo(1);
        now += 2 * SECOND - 1;
        assertThat(messenger.round()).isZero();
        now += 1;
        assertThat(messenger.round()).isEqualTo(1);
        now += 10 * HOUR;
        assertThat(messenger.round()).isZero();
        assertThat(told).hasSize(3).extracting(Told::signature).containsOnly("");
        assertThat(messenger.delivered()).isEqualTo(1);
        assertThat(messenger.failed()).isEqualTo(2);
    }

    @Test
    void whatWasNotToldBeforeARestartIsToldAfterIt() {
        store.add(Rows.call("1", "t", "0").putNull("cost_usd"));
        watch().round();
        store.close();
        store = new Store(folder);
        watch().round();
        messenger(null).round();
        assertThat(told).hasSize(1);
        assertThat(incidents()).hasSize(1);
    }

    @Test
    void aChangeOfVerdictIsToldOnce() {
        for (String record : List.of("'a', make_timestamp(%d), 'continue'", "'b', make_timestamp(%d), 'promote'")) {
            String values = record.formatted(now - (record.contains("continue") ? 120 : 60) * SECOND);
            store.warehouse().write(connection -> {
                try (var statement = connection.createStatement()) {
                    return statement.execute("INSERT INTO evaluations (record_id, ts, verdict, route, experiment,"
                            + " epoch_label, epoch, tasks, gates_open, state, record) VALUES (" + values
                            + ", 'r', 'e1', 'k', 1, 10, true, '{}', '{}')");
                }
            });
        }
        Watch watch = watch();
        watch.round();
        watch.round();
        assertThat(incidents()).hasSize(1);
        Incident only = incidents().get(0);
        assertThat(only.alarm().detail()).isEqualTo("r / e1: the verdict of epoch 1 changed from continue to promote");
        assertThat(only.closedMicros()).isEqualTo(now - 60 * SECOND);
        assertThat(watch.opened(Kind.VERDICT)).isEqualTo(1);
    }

    @Test
    void figuresOfRowsLeadToTheAlarmsOfTheRules() {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            rows.add(Rows.call("u" + i, "t", "0.0001")
                    .put("ts", UtcTime.print(now - 2 * HOUR - i * SECOND))
                    .put("assigned_target", "a"));
            rows.add(Rows.call("n" + i, "t", "0.0001")
                    .put("ts", UtcTime.print(now - i * SECOND - 1000))
                    .put("assigned_target", "a")
                    .put("provider_cost_usd", 0.0002)
                    .put("fallthrough", i % 4 == 0));
        }
        for (int i = 1; i <= 30; i++) {
            rows.add(Rows.call("h" + i, "t", "0.001")
                    .put("ts", UtcTime.print(now - (i + 1) * HOUR))
                    .putNull("target"));
        }
        store.add(rows.toArray());
        watch().round();
        assertThat(incidents())
                .extracting(incident ->
                        incident.alarm().kind() + ": " + incident.alarm().detail())
                .containsExactlyInAnyOrder(
                        "FALLTHROUGH: 50 of 200 calls of the last hour fell through a (25 %); usual were 0 %",
                        "COST_DRIFT: the provider counts $0.04 for 200 calls of model-a in the last day, our prices give"
                                + " $0.02");
    }

    @Test
    void pausesDoubleUpToAnHour() {
        assertThat(Messenger.pauseSeconds(0)).isEqualTo(1);
        assertThat(Messenger.pauseSeconds(1)).isEqualTo(2);
        assertThat(Messenger.pauseSeconds(11)).isEqualTo(2048);
        assertThat(Messenger.pauseSeconds(12)).isEqualTo(3600);
        assertThat(Messenger.pauseSeconds(29)).isEqualTo(3600);
    }

    @Test
    void signsAsAnybodyCanCheck() {
        // printf '1.{}' | openssl dgst -sha256 -hmac key
        assertThat(Signature.of("key", 1, "{}"))
                .isEqualTo("t=1,v1=1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224");
    }

    private Watch watch() {
        return new Watch(store.warehouse(), new Outbox(() -> webhooks(null)), () -> now);
    }

    private Messenger messenger(@Nullable String secret) {
        return new Messenger(store.warehouse(), () -> webhooks(secret), () -> now);
    }

    private List<Webhook> webhooks(@Nullable String secret) {
        URI url = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook?token=abc");
        return List.of(new Webhook(url, secret));
    }

    private List<Incident> incidents() {
        return store.warehouse()
                .read(connection -> IncidentLog.find(connection, new TimeRange(null, null), false, Page.ALL))
                .incidents();
    }

    private void receive(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String signature = exchange.getRequestHeaders().getFirst("X-Faregate-Signature");
        told.add(new Told(
                String.valueOf(exchange.getRequestHeaders().getFirst("X-Faregate-Event-Id")),
                signature == null ? "" : signature,
                Json.parse(body)));
        Integer status = statuses.poll();
        exchange.sendResponseHeaders(status == null ? 200 : status, -1);
        exchange.close();
    }
}
