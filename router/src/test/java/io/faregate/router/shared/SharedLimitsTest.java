package io.faregate.router.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.limits.LimitRules;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackRedis;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Replicas that are held to one limit together, on a store that comes and goes. */
final class SharedLimitsTest {
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final List<LimitedReplica> replicas = new ArrayList<>();
    private final LoopbackRedis store = new LoopbackRedis(LoopbackRedis.isInstalled());

    SharedLimitsTest() throws IOException {}

    @BeforeEach
    void start() throws IOException {
        store.start();
    }

    @AfterEach
    void stop() throws IOException {
        replicas.forEach(LimitedReplica::close);
        store.stop();
    }

    private LimitedReplica replica(String name, LimitRules rules) {
        LimitedReplica replica = new LimitedReplica(name, store, rules);
        replicas.add(replica);
        return replica;
    }

    private static int admitted(LimitedReplica replica, int calls) {
        int admitted = 0;
        for (int i = 0; i < calls; i++) {
            admitted += replica.admits(1) ? 1 : 0;
        }
        return admitted;
    }

    /** Gives what replicas hold and do not use the time to go back, and takes it. */
    private static int admittedInTheEnd(List<LimitedReplica> all) throws InterruptedException {
        int admitted = 0;
        int more = 1;
        while (more > 0) {
            TimeUnit.MILLISECONDS.sleep(300);
            more = 0;
            for (LimitedReplica replica : all) {
                more += admitted(replica, 5);
            }
            admitted += more;
        }
        return admitted;
    }

    private static int storm(List<LimitedReplica> all, int callsEach) throws InterruptedException {
        AtomicInteger admitted = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(4 * all.size());
        for (LimitedReplica replica : all) {
            for (int i = 0; i < 4; i++) {
                Thread thread = new Thread(() -> {
                    admitted.addAndGet(admitted(replica, callsEach));
                    done.countDown();
                });
                thread.setDaemon(true);
                thread.start();
            }
        }
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        return admitted.get();
    }

    @Test
    void allTogetherMakeAsManyCallsAsTheLimitSays() throws InterruptedException {
        LimitRules rules = LimitedReplica.rpm(100);
        List<LimitedReplica> all = List.of(replica("a", rules), replica("b", rules), replica("c", rules));

        int admitted = storm(all, 50);

        assertThat(admitted).isLessThanOrEqualTo(100);
        assertThat(admitted + admittedInTheEnd(all)).isEqualTo(100);
        assertThat(all.get(0).admits(1)).isFalse();
    }

    @Test
    void aBusyReplicaAsksForManyCallsAtOnce() throws InterruptedException {
        LimitedReplica only = replica("a", LimitedReplica.rpm(40_000));

        int admitted = storm(List.of(only), 5_000);

        assertThat(admitted).isEqualTo(20_000);
        assertThat(only.shared.exchanges()).isLessThan(2_000);
    }

    @Test
    void tokensThatWereNotUsedAreThereForOthers() {
        LimitedReplica a = replica("a", LimitedReplica.tpm(1_000));
        LimitedReplica b = replica("b", LimitedReplica.tpm(1_000));

        Runnable settle = Objects.requireNonNull(a.take(900, 100));
        assertThat(b.admits(200)).isFalse();
        settle.run();

        Await.until("what was not used is free", () -> b.admits(850));
        assertThat(b.admits(51)).isFalse();
        assertThat(a.admits(51)).isFalse();
    }

    @Test
    void aDayOfRequestsCountsWhatDeadReplicasMade() {
        LimitRules rules = LimitedReplica.rpd(10);
        LimitedReplica a = replica("a", rules);
        assertThat(admitted(a, 4)).isEqualTo(4);
        Await.until("nothing held", () -> a.shared.exchanges() > 8);
        a.close();
        replicas.remove(a);

        LimitedReplica b = replica("b", rules);

        Await.until("all that is left is used", () -> {
            b.admits(1);
            return b.calls() == 6;
        });
        assertThat(admitted(b, 20)).isZero();
    }

    @Test
    void withoutTheStoreWhatIsHeldIsUsedAndThenCallsAreLimited() throws IOException {
        LimitedReplica a = replica("a", LimitedReplica.rpm(1_000));
        assertThat(admitted(a, 50)).isEqualTo(50);
        store.stop();
        Await.until("the loss is known", () -> !a.shared.reachable());

        int held = admitted(a, 500);

        assertThat(held).isLessThan(300);
        assertThat(admitted(a, 5)).isZero();
        store.startEmpty();
        Await.until("calls again", () -> a.admits(1));
        assertThat(a.calls() + admitted(a, 1_000)).isEqualTo(1_000);
    }

    @Test
    void aStoreThatLostItsDataIsToldWhatAllHaveUsedOfTheMinute() throws IOException, InterruptedException {
        LimitRules rules = LimitedReplica.rpm(60);
        LimitedReplica a = replica("a", rules);
        LimitedReplica b = replica("b", rules);
        assertThat(admitted(a, 20)).isEqualTo(20);
        int ofB = admitted(b, 10);
        TimeUnit.MILLISECONDS.sleep(4 * Replica.QUICK.signMillis());
        a.close();
        store.stop();
        store.startEmpty();
        LimitedReplica c = replica("c", rules);
        Await.until("b has told", b.shared::reachable);

        int after = storm(List.of(b, c), 30) + admittedInTheEnd(List.of(b, c));

        assertThat(20 + ofB + after).isLessThanOrEqualTo(60);
        assertThat(after).isPositive();
    }

    @Test
    @Tag("slow")
    void noSlidingMinuteEverHasMore() throws InterruptedException {
        int limit = 120;
        LimitRules rules = LimitedReplica.rpm(limit);
        List<LimitedReplica> all = List.of(replica("a", rules), replica("b", rules), replica("c", rules));
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(130);
        List<Long> instants = Collections.synchronizedList(new ArrayList<>());
        int turn = 0;
        while (System.nanoTime() < until) {
            LimitedReplica replica = all.get(turn++ / 50 % 3);
            if (replica.admits(1)) {
                instants.add(replica.lastNanos());
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        for (int i = 0; i + limit < instants.size(); i++) {
            assertThat(instants.get(i + limit) - instants.get(i)).isGreaterThanOrEqualTo(MINUTE_NANOS);
        }
        assertThat(instants).hasSizeGreaterThan(3 * limit * 95 / 100);
    }
}
