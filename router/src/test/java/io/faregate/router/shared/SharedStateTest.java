package io.faregate.router.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.admin.StateStore.Kept;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackRedis;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a router is offered of what another was told. */
final class SharedStateTest {
    private static final String KINDS = "io.faregate.router.testing.LoopbackRedis#kinds";
    private static final Patience QUICK = new Patience(20_000, 25, 1_000, 1_000);

    private final Vertx vertx = Vertx.vertx();
    private final List<Kept> offered = new CopyOnWriteArrayList<>();

    @BeforeEach
    void clear() {
        offered.clear();
    }

    @AfterEach
    void stop() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private void look(SharedState state, long held) {
        try {
            Kept kept = state.newer(held, () -> "held");
            if (kept != null) {
                offered.add(kept);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitLooks(int count) throws InterruptedException {
        CountDownLatch looks = new CountDownLatch(count);
        long timer = vertx.setPeriodic(QUICK.signMillis(), look -> looks.countDown());
        assertThat(looks.await(20, TimeUnit.SECONDS)).isTrue();
        vertx.cancelTimer(timer);
    }

    /** As when it is broken: it stays so, and saying it five times a second would help nobody. */
    @ParameterizedTest
    @MethodSource(KINDS)
    void aDocumentThatIsNotTakenUpIsOfferedOnceAndTheNextOneAgain(boolean installed) throws Exception {
        LoopbackRedis store = new LoopbackRedis(installed);
        store.start();
        SharedState teller = new SharedState(vertx, store.url(), "teller", QUICK);
        SharedState router = new SharedState(vertx, store.url(), "router", QUICK);
        try {
            assertThat(teller.newer(0, () -> "none")).isNull();
            router.start(() -> look(router, 0));
            assertThat(teller.replace(1, "first")).isTrue();
            Await.until("offered", () -> !offered.isEmpty());
            awaitLooks(10);
            assertThat(offered).containsExactly(new Kept(1, "first"));

            assertThat(teller.replace(2, "second")).isTrue();
            Await.until("offered", () -> offered.size() == 2);
            router.taken(2);
            awaitLooks(10);
            assertThat(offered).containsExactly(new Kept(1, "first"), new Kept(2, "second"));
        } finally {
            teller.stop();
            router.stop();
            store.stop();
        }
    }
}
