package io.faregate.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.bench.sim.ModelSettings;
import io.faregate.bench.sim.SimServer;
import io.faregate.bench.sim.SimSettings;
import io.faregate.bench.sim.Spread;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GeneratorTest {
    private static Vertx vertx;
    private static SimServer sim;

    @BeforeAll
    static void start() {
        vertx = Vertx.vertx();
        sim = SimServer.start(
                new SimSettings(
                        1, false, List.of(model("instant", 0, 4), model("slow", 300, 4), model("chunks", 0, 20))),
                0,
                1);
    }

    @AfterAll
    static void stop() throws Exception {
        sim.close();
        vertx.close().await(10, TimeUnit.SECONDS);
    }

    @Test
    void anOpenLoopSendsWhatIsDueHoweverLongItTakes() throws Exception {
        try (Generator generator = connect("instant", 4)) {
            Window window = generator.open(500, 200, Meter.of(0));
            assertThat(window.answered()).isEqualTo(100);
            assertThat(window.failed()).isZero();
        }
    }

    @Test
    void aCallThatHadToWaitCountsFromTheMomentItWasDue() throws Exception {
        try (Generator generator = connect("slow", 1)) {
            // Four calls are due within 200 ms on one connection that needs 300 ms a call: the last waits for three.
            Window window = generator.open(200, 20, Meter.of(0));
            assertThat(window.answered()).isEqualTo(4);
            assertThat(window.latencyNanos().getMaxValue()).isGreaterThan(1_000_000_000L);
        }
    }

    @Test
    void aClosedLoopUsesEveryConnectionAndWaitsForTheLastAnswer() throws Exception {
        try (Generator generator = connect("slow", 3)) {
            assertThat(generator.closed(1, Meter.of(0)).answered()).isEqualTo(3);
            assertThat(generator.closed(1, Meter.of(0)).answered()).isEqualTo(3);
        }
    }

    @Test
    void countsTheEventsOfAStream() throws Exception {
        try (Generator generator = connect("chunks", 1)) {
            Window window = generator.open(100, 10, Meter.of(0));
            assertThat(window.answered()).isEqualTo(1);
            assertThat(generator.events()).isEqualTo(1 + 20 + 1 + 1);
        }
    }

    @Test
    void answersOtherThan200AreFailures() throws Exception {
        try (Generator generator = connect("unknown", 1)) {
            Window window = generator.open(100, 100, Meter.of(0));
            assertThat(window.answered()).isZero();
            assertThat(window.failed()).isEqualTo(10);
        }
    }

    private static Generator connect(String model, int connections) throws Exception {
        Target target = Target.of("sim", sim.url() + "/v1", List.of(), 0);
        boolean stream = model.equals("chunks");
        Scenario scenario = new Scenario("t", "t", model, model, connections, 0, stream, Scenario.Who.ALL);
        return Generator.connect(vertx, target, Request.chat(target, scenario.body(false)), connections);
    }

    private static ModelSettings model(String name, double latencyMillis, int tokens) {
        return new ModelSettings(
                name, "sim", Spread.fixed(latencyMillis), 0, Spread.fixed(tokens), 1, Map.of(), 1, 0, 1);
    }
}
