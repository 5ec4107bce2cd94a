package io.faregate.router.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.health.Bench;
import io.faregate.router.health.BenchBoard;
import io.faregate.router.health.FailureClass;
import io.faregate.router.testing.LoopbackRedis;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Boards of several replicas on one store. */
final class SharedBenchesTest {
    private final Vertx vertx = Vertx.vertx();
    private final List<SharedBenches> shares = new ArrayList<>();
    private final LoopbackRedis store = new LoopbackRedis(false);

    SharedBenchesTest() throws IOException {}

    @BeforeEach
    void start() throws IOException {
        store.start();
    }

    @AfterEach
    void stop() throws IOException {
        shares.forEach(SharedBenches::stop);
        Replica.get(vertx.close());
        store.stop();
    }

    private BenchBoard board() {
        BenchBoard board = new BenchBoard();
        SharedBenches shared = new SharedBenches(vertx, store.url(), board, Replica.QUICK);
        shares.add(shared);
        shared.start();
        return board;
    }

    private static void bench(BenchBoard board, FailureClass failureClass, String holder, String model, long seconds) {
        long now = System.nanoTime();
        Bench bench = new Bench(failureClass, now + TimeUnit.SECONDS.toNanos(seconds), false);
        board.put(failureClass.scope(), holder, model, bench, now);
    }

    /** What runs on a board, with the seconds left rounded to tens. */
    private static List<String> running(BenchBoard board) {
        List<String> running = new ArrayList<>();
        long now = System.nanoTime();
        board.visit(now, (scope, holder, model, bench) -> {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(bench.untilNanos() - now);
            running.add(
                    scope + " " + holder + " " + model + " " + bench.failureClass() + " " + (seconds + 9) / 10 * 10);
        });
        running.sort(null);
        return running;
    }

    private static void untilRunning(BenchBoard board, String... expected) throws InterruptedException {
        for (int i = 0; i < 1_000 && !running(board).equals(List.of(expected)); i++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(running(board)).containsExactly(expected);
    }

    @Test
    void whatOneFindsOutAllKnow() throws InterruptedException {
        BenchBoard a = board();
        BenchBoard b = board();
        bench(a, FailureClass.TIMEOUT, "slow|50%", "", 600);
        bench(b, FailureClass.RPM, "gemini_3", "model-x", 60);
        String[] all = {"SLOT_MODEL gemini_3 model-x RPM 60", "TARGET slow|50%  TIMEOUT 600"};
        untilRunning(a, all);
        untilRunning(b, all);
        untilRunning(board(), all);
    }

    @Test
    void theLongerBenchCountsEverywhere() throws InterruptedException {
        BenchBoard a = board();
        BenchBoard b = board();
        bench(a, FailureClass.AUTH, "groq", "", 300);
        untilRunning(b, "SLOT groq  AUTH 300");
        bench(b, FailureClass.AUTH, "groq", "", 600);
        untilRunning(a, "SLOT groq  AUTH 600");
        bench(a, FailureClass.AUTH, "groq", "", 100);
        untilRunning(a, "SLOT groq  AUTH 600");
        untilRunning(b, "SLOT groq  AUTH 600");
    }

    @Test
    void withoutTheStoreEachGoesByWhatItKnows() throws IOException, InterruptedException {
        BenchBoard a = board();
        BenchBoard b = board();
        bench(a, FailureClass.TIMEOUT, "first", "", 600);
        untilRunning(b, "TARGET first  TIMEOUT 600");
        store.stop();
        bench(a, FailureClass.TIMEOUT, "second", "", 600);
        assertThat(running(a)).hasSize(2);
        assertThat(running(b)).hasSize(1);
        store.startEmpty();
        untilRunning(b, "TARGET first  TIMEOUT 600", "TARGET second  TIMEOUT 600");
    }
}
