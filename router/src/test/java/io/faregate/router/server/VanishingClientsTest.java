package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.StubUpstream;
import io.faregate.router.testing.Zipped;
import io.faregate.router.usage.UsageSink;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Clients that leave in every phase, or stay and read nothing: in the end nothing is held, nor any memory. */
final class VanishingClientsTest {
    private static final Logger LOG = LoggerFactory.getLogger("figures");
    private static final int AT_ONCE = 16;
    private static final int SLOW_AT_ONCE = 100;
    /** A leaked exchange takes some ten kilobytes: ten thousand would be many times this. */
    private static final long MOST_GROWTH_BYTES = 16L << 20;

    private final AtomicInteger rows = new AtomicInteger();
    private final AtomicInteger canceled = new AtomicInteger();

    private final UsageSink sink = (line, handedOver) -> {
        rows.incrementAndGet();
        if (new String(line, StandardCharsets.UTF_8).contains("\"outcome\":\"canceled\"")) {
            canceled.incrementAndGet();
        }
        handedOver.run();
    };

    private static String request(String way, boolean stream) {
        String body =
                "{\"model\":\"sound\",\"stream\":%s,\"max_tokens\":10,\"messages\":[{\"role\":\"user\",\"content\":\"a=%s;b=%s;c=%s;\"}]}"
                        .formatted(stream, way, way, way);
        return "POST %s HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n%s"
                .formatted(RunningRouter.PATH, body.length(), body);
    }

    @Test
    void nothingIsHeldAfterSomeHundredHaveVanished() throws Exception {
        try (ChaosRouter router = new ChaosRouter(sink, false, Patience.USUAL)) {
            vanish(router, 300, 1);
        }
    }

    @Test
    void nothingIsHeldAfterSomeSlowOnes() throws Exception {
        try (ChaosRouter router = new ChaosRouter(sink, false, new Patience(60_000, 60_000, 300))) {
            slow(router, 20);
        }
    }

    @Test
    void noRoomIsHeldForGzipsWhoseClientsVanishWhileTheyAreInflated() throws Exception {
        byte[] zipped = Zipped.bomb("", 16);
        String head = "POST %s HTTP/1.1\r\nhost: x\r\ncontent-encoding: gzip\r\ncontent-length: %d\r\n\r\n"
                .formatted(RunningRouter.PATH, zipped.length);
        try (ChaosRouter router = new ChaosRouter(sink, false, Patience.USUAL)) {
            for (int i = 0; i < 6; i++) {
                LoopbackClient gone = router.client();
                gone.say(head).say(zipped).reset();
            }
            try (LoopbackClient last = router.client()) {
                // Its answer comes after what the others have begun.
                assertThat(last.say(head).say(zipped).read().status()).isEqualTo(400);
            }
            assertNothingHeld(router);
        }
    }

    @Test
    @Tag("slow")
    void nothingIsHeldAfterTenThousandHaveVanishedAndAThousandWereSlow() throws Exception {
        try (ChaosRouter router = new ChaosRouter(sink, false, new Patience(60_000, 60_000, 300))) {
            vanish(router, 1_000, 2);
            slow(router, SLOW_AT_ONCE);
            long before = usedBytes(router);
            vanish(router, 10_000, 3);
            for (int wave = 0; wave < 10; wave++) {
                slow(router, SLOW_AT_ONCE);
            }
            long after = usedBytes(router);
            LOG.info("heap after warming up {} KiB, in the end {} KiB; {} rows", before >> 10, after >> 10, rows);
            // Connections that were cut off linger for some seconds with what had come for them.
            Await.until("the heap has fallen back", () -> usedBytes(router) - before < MOST_GROWTH_BYTES);
        }
    }

    private static long usedBytes(ChaosRouter router) {
        router.stubs.forEach(StubUpstream::clear);
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** As many clients leave, each in a phase of chance; those whose request has begun have a row each. */
    private void vanish(ChaosRouter router, int clients, long seed) throws Exception {
        int rowsBefore = rows.get();
        AtomicInteger next = new AtomicInteger();
        AtomicInteger begun = new AtomicInteger();
        Callable<Void> worker = () -> {
            for (int i = next.getAndIncrement(); i < clients; i = next.getAndIncrement()) {
                if (visit(router, new SplittableRandom(seed * 1_000_003 + i))) {
                    begun.incrementAndGet();
                }
            }
            return null;
        };
        ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            for (Future<Void> ended : workers.invokeAll(Collections.nCopies(AT_ONCE, worker))) {
                ended.get();
            }
        } finally {
            workers.shutdownNow();
        }
        Await.until("a row for each", () -> rows.get() - rowsBefore >= begun.get());
        assertNothingHeld(router);
        assertThat(rows.get() - rowsBefore).isEqualTo(begun.get());
    }

    /** Connects, does something of a call, and leaves; tells whether the router must have seen a request. */
    private static boolean visit(ChaosRouter router, SplittableRandom random) throws IOException {
        LoopbackClient client = router.client();
        boolean begun = true;
        switch (random.nextInt(7)) {
            case 0 -> begun = false;
            case 1 -> {
                client.say("POST /v1/chat/completions HTT");
                begun = false;
            }
            case 2 -> {
                String whole = request("GOOD", false);
                client.say("GET /livez HTTP/1.1\r\nhost: x\r\n\r\n" + whole.substring(0, whole.length() - 9));
                // The answer to the first tells that the head of the second has come with it.
                client.read();
            }
            case 3 -> {
                client.say("GET /livez HTTP/1.1\r\nhost: x\r\n\r\n" + request("MUTE", random.nextBoolean()));
                client.read();
            }
            case 4 -> {
                client.say(request("GOOD", true));
                client.readUntil("Hello");
            }
            case 5 -> {
                client.say(request("STALLED", true));
                client.readUntil("Hello");
            }
            default -> {
                client.say(request("ENDLESS", true));
                client.readUntil("xxxx");
            }
        }
        if (random.nextBoolean()) {
            client.reset();
        } else {
            client.close();
        }
        return begun;
    }

    /**
     * As many clients at once ask for a stream without end and read nothing; half of them leave,
     * the router ends the rest.
     */
    private void slow(ChaosRouter router, int clients) throws IOException {
        int canceledBefore = canceled.get();
        List<LoopbackClient> stuck = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            LoopbackClient client = LoopbackClient.narrow(router.port());
            stuck.add(client.say(request("ENDLESS", true)));
        }
        for (int i = 0; i < clients; i += 2) {
            stuck.get(i).close();
        }
        Await.until("all ended", () -> canceled.get() - canceledBefore == clients);
        for (LoopbackClient client : stuck) {
            client.close();
        }
        assertNothingHeld(router);
    }

    private static void assertNothingHeld(ChaosRouter router) {
        router.settle();
        Await.until("no client connected", () -> router.server.shared().connections() == 0);
        assertThat(router.server.shared().answerRoom().takenBytes()).isZero();
        assertThat(router.server.shared().bodyRoom().takenBytes()).isZero();
        // A connection that was opened for a client who has left meanwhile is kept for the next.
        Await.until(
                "no more connections to a provider than calls were made at once",
                () -> router.stubs.stream().allMatch(stub -> stub.connections() <= SLOW_AT_ONCE));
    }
}
