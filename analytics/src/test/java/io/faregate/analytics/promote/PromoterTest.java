package io.faregate.analytics.promote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.config.ConfigFaults;
import io.faregate.analytics.config.ConfigReader;
import io.faregate.analytics.judge.Judge;
import io.faregate.analytics.row.UtcTime;
import io.faregate.analytics.testing.Rows;
import io.faregate.analytics.testing.Store;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Canaries walked against routers on loopback, over real rows; the time is the test's own. */
class PromoterTest {
    private static final String DAY = "2026-08-20T10:00:00Z";
    private static final String NEXT_DAY = "2026-08-21T10:00:00Z";

    private final Vertx vertx = Vertx.vertx();
    private final Random random = new Random(11);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Store store;

    @SuppressWarnings("NullAway.Init")
    private StubRouter router;

    private long nowMicros = UtcTime.parseMicros(NEXT_DAY);
    private int ids;

    @BeforeEach
    void open() {
        store = new Store(folder);
        router = new StubRouter(vertx, 50);
    }

    @AfterEach
    void close() {
        router.close();
        store.close();
        vertx.close().await();
    }

    @Test
    void takesEachStepPromotesAtTheLastAndEndsTheCheckAfterMinDays() throws Exception {
        Promoter promoter = promoter(0, router.uri());
        promoter.round();
        assertThat(router.state()).as("no task yet").isEqualTo("a c 50");
        add("first", 0.5, 99, "a", "0.01", "c", "0.006");
        promoter.round();
        assertThat(router.state()).as("99 tasks an arm").isEqualTo("a c 50");
        add("first", 0.5, 1, "a", "0.01", "c", "0.006");
        promoter.round();
        assertThat(router.state()).isEqualTo("a c 60");

        add("second", 0.6, 500, "a", "0.01", "c", "0.006");
        promoter.round();
        assertThat(router.state()).isEqualTo("c a 60");
        assertThat(router.changes()).last().satisfies(promotion -> {
            assertThat(promotion.path("verdict").asText()).isEqualTo("promote");
            assertThat(promotion.path("epoch").asInt()).isEqualTo(2);
            assertThat(promotion.path("actor").asText()).isEqualTo("analytics");
            assertThat(promotion.path("reasons").toString()).contains("every statement holds", "saving");
        });

        promoter.round();
        assertThat(router.state()).as("no task after the promotion").isEqualTo("c a 60");
        add("third", 0.6, 1, "c", "0.006", "a", "0.01");
        promoter.round();
        assertThat(router.state()).isEqualTo("c a 0");
        promoter.round();
        assertThat(router.changes()).hasSize(3);
    }

    @Test
    void tellsWhatItWaitsForAndWhatComesThen() throws Exception {
        Promoter promoter = promoter(2, router.uri());
        assertThat(promoter.walks("r")).isEmpty();
        promoter.round();
        assertThat(walk(promoter).waitingFor()).containsExactly("a first task under what is in force");
        add("first", 0.5, 60, "a", "0.01", "c", "0.006");
        promoter.round();
        assertThat(walk(promoter).waitingFor())
                .containsExactly("100 mature tasks an arm: 60 and 60 so far", "min_days, 2.0, of this step");
        assertThat(walk(promoter).next()).isEqualTo(new Move.Share(60, "nothing speaks against the next step"));

        router.set(60);
        add("second", 0.6, 60, "a", "0.01", "c", "0.006");
        promoter.round();
        assertThat(walk(promoter).waitingFor()).contains("younger than min_days, 2.0");
        assertThat(walk(promoter).next()).isEqualTo(new Move.Promote("every statement holds"));

        router.promote();
        add("check", 0.6, 60, "c", "0.006", "a", "0.01");
        promoter.round();
        assertThat(walk(promoter).stage()).isEqualTo(Walk.Stage.CHECK);
        assertThat(walk(promoter).waitingFor()).containsExactly("min_days, 2.0, of the check");
        assertThat(walk(promoter).next()).isEqualTo(new Move.Share(0, "the check after the promotion is over"));

        router.set(0);
        promoter.round();
        assertThat(walk(promoter).stage()).isEqualTo(Walk.Stage.OFF);
        assertThat(walk(promoter).waitingFor()).isEmpty();
        assertThat(walk(promoter).next()).isNull();
        router.leaveToAPerson();
        promoter.round();
        assertThat(walk(promoter).stage()).isEqualTo(Walk.Stage.PERSON);
    }

    @Test
    void waitsForMinDaysOnEachStep() throws Exception {
        Promoter promoter = promoter(2, router.uri());
        add("first", 0.5, 150, "a", "0.01", "c", "0.006");
        promoter.round();
        assertThat(router.state()).isEqualTo("a c 50");
        nowMicros = UtcTime.parseMicros("2026-08-22T10:00:01Z");
        promoter.round();
        assertThat(router.state()).isEqualTo("a c 60");
    }

    @Test
    void rollsBackAtACertainBreachOnAnyStep() throws Exception {
        Promoter promoter = promoter(2, router.uri());
        add("first", 0.5, 200, "a", "0.01", "c", "0.05");
        promoter.round();
        assertThat(router.state()).isEqualTo("a c 0");
        assertThat(router.changes())
                .singleElement()
                .satisfies(change -> assertThat(change.path("verdict").asText()).isEqualTo("rollback"));
    }

    @Test
    void goesBackWhenThePromotedTargetFailsInTheCheckButNotForBeingCheaper() throws Exception {
        router.promote();
        Promoter promoter = promoter(2, router.uri());
        add("check", 0.5, 200, "c", "0.006", "a", "0.05");
        promoter.round();
        assertThat(router.state()).as("the old primary is dearer").isEqualTo("c a 50");
        nowMicros += 2_000_000;
        addFailing("check", 0.5, 400, "c", "a");
        promoter.round();
        assertThat(router.state()).isEqualTo("a c 0");
    }

    @Test
    void stopsATrialWhosePromisedSavingIsRuledOut() throws Exception {
        router.set(60);
        add("last", 0.6, 3000, "a", "0.01", "c", "0.01");
        promoter(0, router.uri()).round();
        assertThat(router.state()).isEqualTo("a c 0");
        assertThat(router.changes())
                .singleElement()
                .satisfies(change -> assertThat(change.path("verdict").asText()).isEqualTo("stop_no_saving"));
    }

    @Test
    void doesNotActTwiceAfterALostAnswerOrAsTwoInstances() throws Exception {
        add("first", 0.5, 150, "a", "0.01", "c", "0.006");
        router.loseAnswers(true);
        promoter(0, router.uri()).round();
        assertThat(router.state()).isEqualTo("a c 60");
        router.loseAnswers(false);
        router.set(50);
        promoter(0, router.uri()).round();
        promoter(0, router.uri()).round();
        assertThat(router.changes()).as("made once, though told three times").hasSize(1);
        assertThat(router.state()).as("a person has the last word").isEqualTo("a c 50");
    }

    @Test
    void tellsARouterThatWasAwayOnceItIsBack() throws Exception {
        try (StubRouter second = new StubRouter(vertx, 50)) {
            second.out(true);
            Promoter promoter = promoter(0, router.uri(), second.uri());
            add("first", 0.5, 150, "a", "0.01", "c", "0.006");
            promoter.round();
            add("second", 0.6, 500, "a", "0.01", "c", "0.006");
            promoter.round();
            assertThat(router.state()).isEqualTo("c a 60");
            assertThat(second.state()).isEqualTo("a c 50");
            assertThat(promoter.walks("r"))
                    .extracting(Walk::stage)
                    .containsExactly(Walk.Stage.STEP, Walk.Stage.UNKNOWN);
            Walk away = promoter.walks("r").get(1);
            assertThat(away.says()).startsWith("not asked: ");
            assertThat(away.lastError()).isEqualTo(new Walk.Event(nowMicros, away.says()));
            second.out(false);
            promoter.round();
            assertThat(second.state()).isEqualTo("a c 60");
            Walk back = promoter.walks("r").get(1);
            assertThat(back.lastAction())
                    .isEqualTo(new Walk.Event(nowMicros, "canary: nothing speaks against the next step"));
            assertThat(back.lastError()).isEqualTo(away.lastError());
            promoter.round();
            assertThat(second.state()).isEqualTo("c a 60");
        }
    }

    @Test
    void leavesARouterAloneWhoseFileHasBecomeManual() throws Exception {
        router.leaveToAPerson();
        add("first", 0.5, 200, "a", "0.01", "c", "0.05");
        promoter(0, router.uri()).round();
        assertThat(router.state()).isEqualTo("a c 50");
    }

    private static Walk walk(Promoter promoter) {
        return promoter.walks("r").get(0);
    }

    private Promoter promoter(int minDays, URI... routers) throws IOException, ConfigFaults {
        Path file = folder.resolve("faregate.yaml");
        Files.writeString(file, """
                analytics: { window: 0s, outcome_window: 0s, min_days: %d, margins: { success: 0.3, error: 0.3, fallthrough: 0.3 }, routers: [ %s ] }
                routes:
                  r: { targets: [a], canary: { challenger: c, percent: 50, experiment: e1, promotion: auto, ramp: [50, 60] } }
                """.formatted(
                minDays,
                Arrays.stream(routers).map(uri -> '"' + uri.toString() + '"').collect(Collectors.joining(", "))));
        AnalyticsConfig config = new ConfigReader(Map.<String, String>of()::get).read(file);
        Judge judge = new Judge(store.warehouse(), config::canaries, () -> nowMicros, new Random(5));
        return new Promoter(() -> config, new RouterAdmin(vertx, StubRouter.KEY), judge);
    }

    /** Tasks of one call in both arms, in the share's proportion; costs vary by a tenth. */
    private void add(String epochKey, double share, int primaryTasks, String a, String costA, String c, String costC) {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < primaryTasks; i++) {
            rows.add(row(Rows.call("x", "x", varied(costA)), a, share, epochKey));
        }
        for (int i = 0; i < Math.round(primaryTasks * share / (1 - share)); i++) {
            rows.add(row(Rows.challenger("x", "x", varied(costC)), c, share, epochKey));
        }
        store.add(rows.toArray());
    }

    /** The primary arm fails, the other does not. */
    private void addFailing(String epochKey, double share, int tasks, String a, String c) {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            rows.add(row(Rows.call("x", "x", "0"), a, share, epochKey)
                    .put("outcome", "failed")
                    .put("status", 502));
            rows.add(row(Rows.challenger("x", "x", varied("0.01")), c, share, epochKey));
        }
        store.add(rows.toArray());
    }

    private ObjectNode row(ObjectNode row, String target, double share, String epochKey) {
        String id = "n" + ids++;
        return row.put("row_id", id)
                .put("task_id", id)
                .put("ts", UtcTime.print(UtcTime.parseMicros(DAY) + ids * 1000L))
                .put("share", share)
                .put("epoch_key", epochKey)
                .put("target", target)
                .put("assigned_target", target);
    }

    private String varied(String cost) {
        double dollars = Double.parseDouble(cost) * (0.9 + 0.2 * random.nextDouble());
        return String.format("%.9f", dollars);
    }
}
