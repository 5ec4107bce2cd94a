package io.faregate.router.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.faregate.router.config.ConfigException;
import io.faregate.router.shared.Patience;
import io.faregate.router.shared.SharedState;
import io.faregate.router.testing.LoopbackRedis;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Routers that share on one store what they are told to change. */
final class SharedChangesTest {
    private static final String KINDS = "io.faregate.router.testing.LoopbackRedis#kinds";
    private static final Patience QUICK = new Patience(2_000, 25, 300, 1_000);

    @TempDir
    private Path folder;

    private final List<Router> routers = new ArrayList<>();
    private @Nullable LoopbackRedis running;

    /** One router, as far as changes go. */
    private static final class Router {
        private final FolderSource source;
        private final Vertx vertx = Vertx.vertx();
        private final SharedState shared;
        private final Control control;
        private final CanaryChanges canaries;

        Router(Path folder, String name, LoopbackRedis store) throws ConfigException, IOException {
            Path file = folder.resolve(name).resolve("faregate.yaml");
            boolean again = Files.exists(file);
            String text = again ? Files.readString(file) : "";
            Files.createDirectories(folder.resolve(name));
            source = new FolderSource(folder.resolve(name), "shared: { redis: \"" + store.url() + "\" }\n");
            if (again) {
                Files.writeString(file, text);
            }
            shared = new SharedState(vertx, store.url(), name, QUICK);
            control = Control.open(source);
            canaries = new CanaryChanges(control);
            control.share(shared);
            shared.start(control::follow);
        }

        Control.Changed set(String body) throws ChangeRefused {
            return canaries.set("r", change(body, "percent", "challenger"));
        }

        String canary() {
            try {
                return canaries.show("r").path("percent").decimalValue().toPlainString() + " "
                        + canaries.show("r").path("primary").asText() + " "
                        + canaries.show("r").path("challenger").asText();
            } catch (ChangeRefused e) {
                throw new AssertionError(e);
            }
        }

        /** As if killed. */
        void stop() {
            shared.stop();
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private static Change change(String json, String... fields) throws ChangeRefused {
        return Change.of(AdminJson.parse(json), Set.of(fields));
    }

    private LoopbackRedis store(boolean installed) throws IOException {
        LoopbackRedis store = new LoopbackRedis(installed);
        running = store;
        store.start();
        return store;
    }

    private Router router(String name, LoopbackRedis store) throws ConfigException, IOException {
        Router router = new Router(folder, name, store);
        routers.add(router);
        return router;
    }

    private void stopAll() {
        routers.forEach(Router::stop);
        routers.clear();
    }

    @AfterEach
    void stop() throws IOException {
        stopAll();
        if (running != null) {
            running.stop();
        }
    }

    private static void until(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 1_000 && !condition.getAsBoolean(); i++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private static void untilAll(String canary, Router... all) throws InterruptedException {
        for (Router each : all) {
            until(() -> each.canary().equals(canary));
        }
    }

    @ParameterizedTest
    @MethodSource(KINDS)
    void whatOneRouterIsToldAllDoAndARestartOfAllKeepsIt(boolean installed) throws Exception {
        LoopbackRedis store = store(installed);
        Router a = router("a", store);
        Router b = router("b", store);
        a.set("{\"percent\":25}");
        untilAll("25 a c", a, b);

        b.canaries.promote("r", change("{}"));

        untilAll("25 c a", a, b);
        stopAll();
        untilAll("25 c a", router("a", store), router("fresh", store));
    }

    @ParameterizedTest
    @MethodSource(KINDS)
    void aRecordIdIsMadeOnceWhicheverRoutersAreTold(boolean installed) throws Exception {
        LoopbackRedis store = store(installed);
        Router a = router("a", store);
        Router b = router("b", store);
        String body = "{\"record_id\":\"promotion-1\",\"expected\":{\"primary\":\"a\"}}";

        Control.Changed first = a.canaries.promote("r", change(body));
        Control.Changed second = b.canaries.promote("r", change(body));

        assertThat(first.made()).isTrue();
        assertThat(second.made()).isFalse();
        assertThat(AdminJson.write(second.answer())).isEqualTo(AdminJson.write(first.answer()));
        assertThat(b.canary()).isEqualTo("5 c a");
        b.canaries.rollback("r", change("{\"record_id\":\"rollback-1\"}"));
        assertThat(a.canaries.promote("r", change(body)).made()).isFalse();
        untilAll("0 a c", a, b);
    }

    @ParameterizedTest
    @MethodSource(KINDS)
    void ofManyTellersAtOnceOneActsAndTheOthersComeTooLate(boolean installed) throws Exception {
        LoopbackRedis store = store(installed);
        List<Router> all = List.of(router("a", store), router("b", store), router("c", store));
        all.get(0).set("{\"percent\":6}");
        ExecutorService tellers = Executors.newFixedThreadPool(9);
        CyclicBarrier together = new CyclicBarrier(9);
        List<Future<Boolean>> told = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            int teller = i;
            told.add(tellers.submit(() -> {
                together.await();
                try {
                    String body = "{\"percent\":" + (10 + teller) + ",\"expected\":{\"percent\":6}}";
                    return all.get(teller % 3).set(body).made();
                } catch (ChangeRefused late) {
                    assertThat(late.status()).isEqualTo(409);
                    return false;
                }
            }));
        }
        int acted = -1;
        for (int i = 0; i < 9; i++) {
            if (told.get(i).get(20, TimeUnit.SECONDS)) {
                assertThat(acted).isEqualTo(-1);
                acted = i;
            }
        }
        tellers.shutdown();

        assertThat(acted).isNotNegative();
        untilAll(10 + acted + " a c", all.toArray(Router[]::new));
    }

    @ParameterizedTest
    @MethodSource(KINDS)
    void changesThatDoNotExpectAnythingAreAllMade(boolean installed) throws Exception {
        LoopbackRedis store = store(installed);
        Router a = router("a", store);
        Router b = router("b", store);
        ExecutorService tellers = Executors.newFixedThreadPool(2);
        Future<Boolean> share = tellers.submit(() -> a.set("{\"percent\":50}").made());
        Future<Boolean> challenger =
                tellers.submit(() -> b.set("{\"challenger\":\"b\"}").made());

        assertThat(share.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(challenger.get(20, TimeUnit.SECONDS)).isTrue();
        tellers.shutdown();
        untilAll("50 a b", a, b);
    }

    @ParameterizedTest
    @MethodSource(KINDS)
    void withoutTheStoreTheLastStateStaysNothingIsChangedAndItResumes(boolean installed) throws Exception {
        LoopbackRedis store = store(installed);
        Router a = router("a", store);
        Router b = router("b", store);
        a.set("{\"percent\":25}");
        untilAll("25 a c", a, b);
        store.stop();
        until(() -> a.shared.trouble() != null);

        assertThatExceptionOfType(ChangeRefused.class)
                .isThrownBy(() -> a.set("{\"percent\":50}"))
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(503));
        assertThat(a.canary()).isEqualTo("25 a c");
        b.stop();
        routers.remove(b);
        Router again = router("b", store);
        assertThat(again.canary()).isEqualTo("25 a c");

        store.startEmpty();
        until(() -> a.shared.trouble() == null && again.shared.trouble() == null);
        again.set("{\"percent\":50}");
        untilAll("50 a c", a, again, router("fresh", store));
    }

    @ParameterizedTest
    @MethodSource(KINDS)
    void aStoreThatLostItsDataIsGivenTheNewestThatAnybodyHolds(boolean installed) throws Exception {
        LoopbackRedis store = store(installed);
        Router old = router("old", store);
        Router a = router("a", store);
        old.set("{\"percent\":25}");
        untilAll("25 a c", a, old);
        old.stop();
        routers.remove(old);
        a.set("{\"percent\":50}");
        store.stop();
        store.startEmpty();

        // It holds 25 and comes first or second: the newer wins either way.
        Router back = router("old", store);

        untilAll("50 a c", a, back);
    }

    @ParameterizedTest
    @MethodSource(KINDS)
    void aFileThatChangesWinsOnAllRouters(boolean installed) throws Exception {
        LoopbackRedis store = store(installed);
        Router a = router("a", store);
        Router b = router("b", store);
        a.set("{\"percent\":25}");
        untilAll("25 a c", a, b);

        b.source.write("7", "25");
        assertThat(b.control.reload("test")).isEmpty();
        a.source.write("7", "25");
        assertThat(a.control.reload("test")).isEmpty();

        untilAll("7 a c", a, b);
        b.source.write("5", "25");
        stopAll();
        assertThat(router("b", store).canary()).isEqualTo("5 a c");
    }

    @ParameterizedTest
    @MethodSource(KINDS)
    void aFileThatChangedWhileNobodyRanWins(boolean installed) throws Exception {
        LoopbackRedis store = store(installed);
        Router a = router("a", store);
        a.set("{\"percent\":25}");
        stopAll();
        a.source.write("7", "25");

        assertThat(router("a", store).canary()).isEqualTo("7 a c");
    }
}
