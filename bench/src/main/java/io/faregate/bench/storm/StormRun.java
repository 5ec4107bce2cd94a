package io.faregate.bench.storm;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.bench.rig.Child;
import io.faregate.bench.rig.Fetch;
import io.faregate.bench.rig.Folder;
import io.faregate.bench.rig.Home;
import io.faregate.bench.rig.RowSums;
import io.faregate.bench.rig.Troupe;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One run: a storm on a whole router, a second one in which it is killed, then one call on its successor.
 *
 * <p>After the first storm, at rest: every call answered, a row for each call, and the sum of the rows' cost equals the
 * router's own day total and that of analytics. After the kill: no answered call lacks its row, and the successor's day
 * total is rebuilt from the rows.
 */
public final class StormRun implements AutoCloseable {
    private static final String RESOURCES = "/io/faregate/bench/storm/";
    private static final int READY_SECONDS = 60;
    private static final int CATCH_UP_TRIES = 240;
    private static final long CATCH_UP_MILLIS = 250;

    private static final String LATE_ROWS = "faregate_rows_late_total";

    private final Path dir;
    private final int clients;
    private final int pauseMillis;
    private final Troupe troupe;
    private final Vertx vertx = Vertx.vertx();
    private final List<String> routerArguments;
    private final Path configuration;
    private final Checks checks = new Checks();
    private Child router;
    private final String analyticsUrl;

    /**
     * Starts provider, router and analytics.
     *
     * @param pauseMillis of each client between an answer and its next call
     * @throws IllegalStateException one of them does not start
     */
    public StormRun(Home home, Folder folder, int clients, int pauseMillis) throws InterruptedException {
        this.dir = folder.path();
        this.clients = clients;
        this.pauseMillis = pauseMillis;
        troupe = new Troupe(home, folder);
        try {
            String models =
                    troupe.bring(RESOURCES + "storm-models.yaml", "models.yaml").toString();
            configuration = troupe.bring(RESOURCES + "storm.yaml", "faregate.yaml");
            routerArguments = List.of("router", "--config", configuration.toString());
            troupe.sim("--settings", models);
            router = troupe.start("router", "router", routerArguments);
            analyticsUrl =
                    troupe.ready("analytics", "analytics", List.of("analytics", "--config", configuration.toString()));
        } catch (InterruptedException | RuntimeException e) {
            troupe.close();
            throw e;
        }
    }

    /** A storm of so many seconds without a kill. */
    public void whole(int seconds) throws Exception {
        Storm storm = new Storm(vertx, "whole", router.awaitReady(READY_SECONDS), clients, pauseMillis);
        Future<Void> end = storm.start(clients);
        TimeUnit.SECONDS.sleep(seconds);
        storm.calm();
        end.await(2, TimeUnit.MINUTES);
        storm.exampleFailures().forEach(System.err::println);
        RowSums rows = RowSums.read(dir);
        checks.equal(
                "calls answered with 200, of those sent", storm.answeredIds().size(), storm.sentCount());
        checks.equal("rows, of calls sent", rows.calls(), storm.sentCount());
        checks.within("answered calls that have a row", storm.answeredIds(), rows.requestIds(), 0);
        checks.equal("rows without a known cost", rows.unpriced(), 0);
        checks.equal("router's day total, sum of the rows' cost", rows.dayTotal(), rows.cost());
        checks.equal("sum of what was charged, sum of the rows' cost", rows.charged(), rows.cost());
        checks.equal("analytics' total, sum of the rows' cost", analyticsTotal(rows.calls()), rows.cost());
    }

    /**
     * Rounds of load, each with a changed configuration and with clients that leave. At rest after each the router is
     * looked at; at the end its heap and files have not grown by more than a quarter (and a connection a client), and the
     * accounts agree.
     */
    public void soak(int rounds, int seconds) throws Exception {
        String url = router.awaitReady(READY_SECONDS);
        String text = Files.readString(configuration);
        Growth growth = new Growth();
        Set<String> answered = new HashSet<>();
        Set<String> left = new HashSet<>();
        long sent = 0;
        for (int round = 0; round < rounds; round++) {
            Storm storm = new Storm(vertx, "soak-" + round, url, clients, pauseMillis);
            Leavers leavers = new Leavers(vertx, "gone-" + round, url);
            Future<Void> end = storm.start(clients);
            leavers.start();
            TimeUnit.SECONDS.sleep(seconds / 2);
            Files.writeString(configuration, text.replace("1000000,", 1_000_000 + round + ","));
            TimeUnit.SECONDS.sleep(seconds - seconds / 2);
            leavers.stop();
            storm.calm();
            end.await(2, TimeUnit.MINUTES);
            storm.exampleFailures().forEach(System.err::println);
            storm.close();
            sent += storm.sentCount();
            answered.addAll(storm.answeredIds());
            left.addAll(leavers.ids());
            growth.look(router.pid(), url);
            System.err.printf(
                    "round %d of %d: %d calls so far, %d left; at rest %s%n",
                    round + 1, rounds, sent, left.size(), growth.last());
        }
        RowSums rows = RowSums.read(dir);
        checks.equal("calls answered with 200, of those sent", answered.size(), sent);
        checks.equal("rows, of calls sent and left", rows.calls(), sent + left.size());
        checks.within("answered calls that have a row", answered, rows.requestIds(), 0);
        checks.within("calls left that have a row", left, rows.requestIds(), 0);
        checks.equal("router's day total, sum of what was charged", rows.dayTotal(), rows.charged());
        checks.equal("analytics' total, sum of the rows' cost", analyticsTotal(rows.calls()), rows.cost());
        checks.atMost(
                "heap at rest at the end but for remembered tasks, bytes", growth.heap()[0], growth.heap()[1] * 5 / 4);
        // Connections to providers are kept, as many as were once in use at a time.
        checks.atMost("open files at rest at the end", growth.files()[0], growth.files()[1] * 5 / 4 + clients);
        checks.equal("configurations refused", Fetch.metric(url, "faregate_config_reload_failures_total"), 0);
    }

    /** A storm in which the router is killed after so many seconds; then its successor takes one call. */
    public void killed(int seconds) throws Exception {
        Storm storm = new Storm(vertx, "killed", router.awaitReady(READY_SECONDS), clients, pauseMillis);
        Future<Void> end = storm.start(clients);
        long late = watchLateRows(router.awaitReady(READY_SECONDS), seconds);
        router.kill();
        storm.calm();
        end.await(2, TimeUnit.MINUTES);
        RowSums left = RowSums.read(dir);
        System.err.println(
                storm.answeredIds().size() + " calls answered before the kill, " + storm.lostCount() + " cut off");
        checks.within("calls answered before the kill that have a row", storm.answeredIds(), left.requestIds(), late);
        router = troupe.start("router", "router", routerArguments);
        Fetch.post(
                router.awaitReady(READY_SECONDS) + "/v1/chat/completions",
                "{\"model\":\"storm\",\"messages\":[{\"role\":\"user\",\"content\":\"Over?\"}],\"max_tokens\":8}");
        RowSums rows = RowSums.read(dir);
        checks.equal("rows after one more call", rows.calls(), left.calls() + 1);
        checks.equal("day total of the restarted router, sum of what was charged", rows.lastDayTotal(), rows.charged());
        checks.equal("analytics' total, sum of the rows' cost", analyticsTotal(rows.calls()), rows.cost());
    }

    /**
     * Looks at the router's count of late rows until the time is over. A row that the system takes more than 100 ms to
     * accept is late: its answer has gone out before it, and the router says so. On a box with room there are none.
     */
    private static long watchLateRows(String routerUrl, int seconds) throws IOException, InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        long late = 0;
        while (System.nanoTime() < endNanos) {
            late = Fetch.metric(routerUrl, LATE_ROWS);
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return late;
    }

    /** What was found so far. */
    public Checks checks() {
        return checks;
    }

    private BigDecimal analyticsTotal(long calls) throws IOException, InterruptedException {
        JsonNode total = total();
        for (int i = 0; i < CATCH_UP_TRIES && total.path("calls").asLong() < calls; i++) {
            Thread.sleep(CATCH_UP_MILLIS);
            total = total();
        }
        return total.path("cost_usd").decimalValue();
    }

    private JsonNode total() throws IOException, InterruptedException {
        return Fetch.get(analyticsUrl + "/v1/costs?group_by=model").path("total");
    }

    @Override
    public void close() {
        troupe.close();
        vertx.close().await();
    }
}
