package io.faregate.router.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackRedis;
import io.faregate.router.testing.StubUpstream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three routers in processes of their own hold one cap, whatever becomes of them and of their store. */
final class ReplicasTest {
    private static final String BODY =
            "{\"model\":\"m\",\"max_tokens\":5,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    private static final BigDecimal CALL_USD = new BigDecimal("0.0002");
    private static final int CLIENTS = 64;

    /** A slice is at most this part of a replica's share of what is left. */
    private static final int SLICES_A_SHARE = 16;

    @TempDir
    private Path folder;

    private final StubUpstream provider = StubUpstream.start();
    private final List<RouterProcess> routers = new ArrayList<>();
    private @Nullable LoopbackRedis running;

    @BeforeEach
    void start() throws IOException {
        running = new LoopbackRedis(LoopbackRedis.isInstalled(), Files.createDirectory(folder.resolve("store")));
        running.start();
        provider.usually(conversation -> {
            TimeUnit.MILLISECONDS.sleep(50);
            Answers.whole().to(conversation);
        });
    }

    @AfterEach
    void stop() throws IOException {
        routers.forEach(RouterProcess::close);
        store().stop();
        provider.close();
    }

    private LoopbackRedis store() {
        return Objects.requireNonNull(running);
    }

    private RouterProcess replica(String name, int calls) throws IOException {
        String configuration = """
                auth: { admin_key_env: ADMIN_KEY }
                providers:
                  p: { base_url: "%s", api_key_env: P_KEY, dialect: openai }
                targets:
                  - { name: p, virtual_key: p, model: m, price: { input: 0, output: 40 } }
                budgets: { daily_usd: %s }
                usage: { dir: "%s" }
                shared: { redis: "%s" }
                """.formatted(
                provider.url(), CALL_USD.multiply(BigDecimal.valueOf(calls)), folder.resolve("usage"), store().url());
        Map<String, String> environment = Map.of("P_KEY", "sk-p", "ADMIN_KEY", Ledgers.ADMIN_KEY);
        RouterProcess router =
                new RouterProcess(Files.createDirectory(folder.resolve(name)), configuration, environment);
        routers.add(router);
        return router;
    }

    @Test
    void holdOneCapWhileOneIsKilledAndTellOfIt() throws Exception {
        int cap = 480;
        RouterProcess a = replica("a", cap);
        RouterProcess b = replica("b", cap);
        RouterProcess c = replica("c", cap);
        assertThat(new Crowd(List.of(a, b), 2, 40, BODY).join().answered()).isEqualTo(40);
        assertDrawnIsTold(a, b);

        Crowd crowd = new Crowd(List.of(a, b, c), CLIENTS, Long.MAX_VALUE, BODY);
        Await.until("some answers", () -> crowd.answered() > cap / 4);
        c.kill();
        long withC = settledCalls(a) + settledCalls(b);
        Await.until("more answers", () -> settledCalls(a) + settledCalls(b) > withC);
        crowd.stop().join();

        exhaust(List.of(a, b));
        assertHeld(cap, crowd);
        store().stop();
        Await.until("the loss is told", () -> storeIsLost(a) && storeIsLost(b));
        assertThat(Ledgers.global(Ledgers.page(a)).path("drawn_by").isNull()).isTrue();
        store().startWithData();
        Await.until("it is back", () -> !storeIsLost(a) && !storeIsLost(b));
    }

    private static void assertDrawnIsTold(RouterProcess a, RouterProcess b) throws IOException {
        JsonNode ofA = Ledgers.global(Ledgers.page(a));
        JsonNode ofB = Ledgers.global(Ledgers.page(b));
        assertThat(ofA.path("drawn_by")).isEqualTo(ofB.path("drawn_by")).hasSize(2);
        List<BigDecimal> drawn = List.of(inHandAndSpent(ofA), inHandAndSpent(ofB));
        assertThat(drawn).containsExactlyInAnyOrderElementsOf(amounts(ofA.path("drawn_by")));
    }

    @Test
    @Tag("slow")
    void holdOneCapWhileOneIsKilledAndTheStoreGoesAndComes() throws Exception {
        int cap = 3_000;
        RouterProcess a = replica("a", cap);
        RouterProcess b = replica("b", cap);
        RouterProcess c = replica("c", cap);
        List<RouterProcess> alive = List.of(a, b);
        Crowd crowd = new Crowd(List.of(a, b, c), CLIENTS, Long.MAX_VALUE, BODY);
        Await.until("some answers", () -> crowd.answered() > cap / 10);
        c.kill();

        Await.until("more answers", () -> crowd.answered() > cap / 5);
        store().stop();
        Await.until("the loss is told", () -> alive.stream().allMatch(ReplicasTest::storeIsLost));
        refusesInTheEnd(crowd);
        int inHand = crowd.answered();
        store().startWithData();
        Await.until("it is back", () -> alive.stream().noneMatch(ReplicasTest::storeIsLost));
        Await.until("answers again", () -> crowd.answered() > inHand + cap / 10);

        store().stop();
        Await.until("the loss is told again", () -> alive.stream().allMatch(ReplicasTest::storeIsLost));
        int before = crowd.answered();
        store().startEmpty();
        Await.until("it is back again", () -> alive.stream().noneMatch(ReplicasTest::storeIsLost));
        Await.until("answers once more", () -> crowd.answered() > before + cap / 10);
        crowd.stop().join();

        exhaust(alive);
        assertHeld(cap, crowd);
    }

    /** Without the store what is in hand is spent, and then nobody is answered. */
    private static void refusesInTheEnd(Crowd crowd) throws InterruptedException {
        int answered = -1;
        while (crowd.answered() != answered) {
            answered = crowd.answered();
            int refused = crowd.refused();
            Await.until("refusals", () -> crowd.refused() > refused + 20 * CLIENTS);
        }
    }

    /** Spends what is left anywhere. */
    private static void exhaust(List<RouterProcess> alive) throws InterruptedException {
        for (RouterProcess router : alive) {
            int answered;
            do {
                answered = new Crowd(List.of(router), 1, 10, BODY).join().answered();
            } while (answered > 0);
        }
    }

    private void assertHeld(int cap, Crowd crowd) {
        assertThat(crowd.others()).isZero();
        assertThat(crowd.answered()).isLessThanOrEqualTo(provider.calls());
        // What the killed one had in hand is lost for the day; with it, at most so much of each other one.
        assertThat(provider.calls()).isBetween(cap - cap / SLICES_A_SHARE, cap);
    }

    private static long settledCalls(RouterProcess router) {
        try {
            JsonNode budget = Ledgers.global(Ledgers.page(router));
            return Ledgers.usd(budget, "settled_usd").divide(CALL_USD).longValueExact();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean storeIsLost(RouterProcess router) {
        try {
            return Ledgers.text(router, "/readyz").contains("shared store: ")
                    && Ledgers.text(router, "/metrics").contains("\nfaregate_shared_reachable 0.0");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static BigDecimal inHandAndSpent(JsonNode budget) {
        return Ledgers.usd(budget, "settled_usd")
                .add(Ledgers.usd(budget, "in_hand_usd"))
                .stripTrailingZeros();
    }

    private static List<BigDecimal> amounts(JsonNode object) {
        List<BigDecimal> amounts = new ArrayList<>();
        for (Iterator<JsonNode> each = object.elements(); each.hasNext(); ) {
            amounts.add(each.next().decimalValue().stripTrailingZeros());
        }
        return amounts;
    }
}
