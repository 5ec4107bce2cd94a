package io.faregate.router.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.spend.Admission;
import io.faregate.router.spend.BudgetId;
import io.faregate.router.spend.Caps;
import io.faregate.router.spend.Reservation;
import io.faregate.router.spend.Scope;
import io.faregate.router.spend.SpendFact;
import io.faregate.router.spend.TaskId;
import io.faregate.router.testing.LoopbackRedis;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replicas on one store that is killed, emptied and left. */
final class SharedBudgetsTest {
    private static final long COST = 40_000_000_000L;
    private static final BudgetId TODAY = new BudgetId(Scope.GLOBAL, "", Replica.NOW / 86_400_000);

    private final List<Replica> replicas = new ArrayList<>();
    private @Nullable LoopbackRedis running;

    private LoopbackRedis store(boolean installed) throws IOException {
        LoopbackRedis store = new LoopbackRedis(installed);
        running = store;
        store.start();
        return store;
    }

    @AfterEach
    void stop() throws IOException {
        replicas.forEach(Replica::close);
        if (running != null) {
            running.stop();
        }
    }

    private static Caps daily(long calls) {
        return new Caps(Caps.NONE, calls * COST, Caps.NONE);
    }

    private Replica replica(String name, LoopbackRedis store, Caps caps, SpendFact... rows) {
        Replica replica = new Replica(name, store, Replica.QUICK, caps, rows);
        replicas.add(replica);
        return replica.start();
    }

    private static void until(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 1_000 && !condition.getAsBoolean(); i++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private static int admitted(Replica replica, int calls) {
        int admitted = 0;
        for (int i = 0; i < calls; i++) {
            admitted += replica.admits(null, COST) ? 1 : 0;
        }
        return admitted;
    }

    @ParameterizedTest
    @MethodSource("io.faregate.router.testing.LoopbackRedis#kinds")
    void oneReplicaCanSpendTheWholeCapAndNoMore(boolean installed) throws IOException {
        Replica only = replica("one", store(installed), daily(100));
        assertThat(only.remaining()).isEqualTo(100 * COST);
        assertThat(admitted(only, 110)).isEqualTo(100);
        assertThat(only.remaining()).isZero();
        assertThat(Replica.get(only.shared.holdings(TODAY))).containsExactlyEntriesOf(Map.of("one", 100 * COST));
    }

    @ParameterizedTest
    @MethodSource("io.faregate.router.testing.LoopbackRedis#kinds")
    void capsBeyondTheWholeNumbersOfADoubleAreExact(boolean installed) throws IOException {
        long cap = 5_000_000_000_000_000_001L;
        Replica first = replica("one", store(installed), new Caps(Caps.NONE, cap, Caps.NONE));
        assertThat(first.admits(null, cap)).isTrue();
        assertThat(first.admits(null, 1)).isFalse();
        assertThat(Replica.get(first.shared.holdings(TODAY))).containsEntry("one", cap);
    }

    @ParameterizedTest
    @MethodSource("io.faregate.router.testing.LoopbackRedis#kinds")
    void threeReplicasHoldOneCapWhileOneIsKilledAndTheStoreIsEmptied(boolean installed)
            throws IOException, InterruptedException {
        LoopbackRedis store = store(installed);
        int cap = 1_000;
        Replica a = replica("a", store, daily(cap));
        Replica b = replica("b", store, daily(cap));
        Replica c = replica("c", store, daily(cap));
        AtomicInteger admitted = new AtomicInteger();
        storm(admitted, List.of(a, b, c), 250);
        assertThat(admitted.get()).isLessThanOrEqualTo(cap);
        long drawnByC = c.drawnBy("c") / COST;
        TimeUnit.MILLISECONDS.sleep(4 * Replica.QUICK.signMillis());
        c.close();
        store.stop();
        storm(admitted, List.of(a, b), 20);
        store.startEmpty();
        until(() -> a.shared.trouble() == null && b.shared.trouble() == null);
        storm(admitted, List.of(a, b), 30_000);
        assertThat(admitted.get()).isLessThanOrEqualTo(cap);
        assertThat(spent(a) + spent(b) + spent(c)).isEqualTo(admitted.get());
        assertThat(spent(a) + spent(b) + drawnByC).isBetween((long) cap - 8, (long) cap + 1);
    }

    private static long spent(Replica replica) {
        return replica.ledger.dayTotal(Replica.NOW) / COST;
    }

    private static void storm(AtomicInteger admitted, List<Replica> replicas, int callsEach)
            throws InterruptedException {
        int callers = 32;
        CountDownLatch done = new CountDownLatch(replicas.size() * callers);
        for (Replica replica : replicas) {
            for (int i = 0; i < callers; i++) {
                again(admitted, replica, i % 2, callsEach / callers + 1, done);
            }
        }
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    }

    private static void again(AtomicInteger admitted, Replica replica, int loop, int left, CountDownLatch done) {
        if (left == 0) {
            done.countDown();
            return;
        }
        CompletableFuture<?> next = replica.call(loop, null, COST, COST).thenAccept(admission -> {
            admitted.addAndGet(admission instanceof Reservation ? 1 : 0);
            again(admitted, replica, loop, left - 1, done);
        });
        assertThat(next).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("io.faregate.router.testing.LoopbackRedis#kinds")
    void withoutTheStoreSpendsWhatIsInHandThenRefusesAndResumes(boolean installed)
            throws IOException, InterruptedException {
        LoopbackRedis store = store(installed);
        Replica only = replica("one", store, daily(1_000));
        assertThat(admitted(only, 1)).isEqualTo(1);
        long inHand = only.drawnBy("one") / COST - 1;
        assertThat(inHand).isPositive();
        store.stop();
        until(() -> only.shared.trouble() != null);
        int spentInHand = admitted(only, (int) inHand + 20);
        // A slice that was on its way when the store went may still come in or not.
        assertThat((long) spentInHand).isBetween(inHand, 2 * inHand + 2);
        assertThat(admitted(only, 5)).isZero();
        assertThat(only.remaining()).isLessThan(COST);
        store.startEmpty();
        until(() -> only.shared.trouble() == null);
        until(() -> only.admits(null, COST));
        admitted(only, 1_100);
        assertThat(spent(only)).isEqualTo(1_000);
    }

    @ParameterizedTest
    @MethodSource("io.faregate.router.testing.LoopbackRedis#kinds")
    void aSliceWhoseAnswerWasLateIsGrantedOnce(boolean installed) throws IOException, InterruptedException {
        LoopbackRedis store = store(installed);
        Patience impatient = new Patience(300, 25, 100, 5_000);
        Replica only = new Replica("one", store, impatient, daily(300));
        replicas.add(only);
        only.start();
        for (int round = 0; round < 3; round++) {
            assertThat(admitted(only, 20)).isEqualTo(20);
            store.pause(900);
            // More than is in hand: a draw is on its way and will be done when nobody waits for it any more.
            admitted(only, 60);
            until(() -> only.shared.trouble() == null && only.shared.failures() > 0);
            until(() -> only.remaining() == 300 * COST - only.ledger.dayTotal(Replica.NOW));
        }
        admitted(only, 320);
        assertThat(spent(only)).isEqualTo(300);
        assertThat(only.drawnBy("one")).isEqualTo(300 * COST);
    }

    @ParameterizedTest
    @MethodSource("io.faregate.router.testing.LoopbackRedis#kinds")
    void givesBackWhatItHasInHandWhenItLeaves(boolean installed) throws IOException {
        LoopbackRedis store = store(installed);
        Replica first = replica("one", store, daily(100));
        assertThat(admitted(first, 7)).isEqualTo(7);
        Replica.get(first.shared.leave());
        Replica second = replica("two", store, daily(100));
        assertThat(Replica.get(second.shared.holdings(TODAY))).containsEntry("one", 7 * COST);
        assertThat(admitted(second, 100)).isEqualTo(93);
    }

    @ParameterizedTest
    @MethodSource("io.faregate.router.testing.LoopbackRedis#kinds")
    void whatAKilledReplicaHadInHandIsSpentUntilItsRowsCome(boolean installed)
            throws IOException, InterruptedException {
        LoopbackRedis store = store(installed);
        Replica first = replica("one", store, daily(100));
        assertThat(admitted(first, 5)).isEqualTo(5);
        long drawn = first.drawnBy("one") / COST;
        assertThat(drawn).isGreaterThan(5);
        first.close();
        replicas.remove(first);
        Replica second = replica("two", store, daily(100));
        assertThat((long) admitted(second, 100)).isLessThanOrEqualTo(100 - drawn);
        SpendFact row = new SpendFact(Replica.NOW, null, "r", null, 5 * COST, "one");
        Replica third = replica("three", store, daily(100), row);
        until(() -> third.drawnBy("one") == 5 * COST);
        int before = (int) spent(second);
        assertThat(admitted(third, 100)).isBetween(95 - before - 1, 95 - before);
    }

    @ParameterizedTest
    @MethodSource("io.faregate.router.testing.LoopbackRedis#kinds")
    void rowsOfALivingReplicaDoNotFreeWhatItSpentAfterThem(boolean installed) throws IOException, InterruptedException {
        LoopbackRedis store = store(installed);
        Replica first = replica("one", store, daily(100));
        assertThat(admitted(first, 5)).isEqualTo(5);
        SpendFact row = new SpendFact(Replica.NOW, null, "r", null, 5 * COST, "one");
        Replica second = replica("two", store, daily(100), row);
        assertThat(admitted(first, 40)).isEqualTo(40);
        first.close();
        replicas.remove(first);

        // Longer than the lease of the first, and many chances to tell.
        TimeUnit.MILLISECONDS.sleep(2 * Replica.QUICK.leaseMillis());

        assertThat(second.drawnBy("one")).isGreaterThanOrEqualTo(45 * COST);
        assertThat(admitted(second, 100)).isLessThanOrEqualTo(55);
    }

    @ParameterizedTest
    @MethodSource("io.faregate.router.testing.LoopbackRedis#kinds")
    void whatAKilledReplicaHadInHandForATaskIsFreeOnceItsRowsCome(boolean installed)
            throws IOException, InterruptedException {
        LoopbackRedis store = store(installed);
        Caps caps = new Caps(Caps.NONE, Caps.NONE, 100 * COST);
        Replica first = replica("one", store, caps);
        assertThat(first.admits("t", COST)).isTrue();
        TaskId task = new TaskId("", "", "t");
        assertThat(Replica.get(first.shared.holdings(task))).containsEntry("one", 50 * COST);
        first.close();
        replicas.remove(first);
        SpendFact row = new SpendFact(Replica.NOW, null, "r", "t", COST, "one");

        Replica second = replica("two", store, caps, row);

        until(() -> Long.valueOf(COST)
                .equals(Replica.get(second.shared.holdings(task)).get("one")));
        int admitted = 0;
        for (int i = 0; i < 110; i++) {
            admitted += second.admits("t", COST) ? 1 : 0;
        }
        assertThat(admitted).isEqualTo(99);
    }

    @ParameterizedTest
    @MethodSource("io.faregate.router.testing.LoopbackRedis#kinds")
    void rowsTellAnEmptyStoreWhatWasSpentBefore(boolean installed) throws IOException, InterruptedException {
        LoopbackRedis store = store(installed);
        SpendFact row = new SpendFact(Replica.NOW, null, "r", null, 60 * COST, "long-gone");
        Replica only = replica("one", store, daily(100), row);
        until(() -> Replica.get(only.shared.holdings(TODAY)).containsKey("long-gone"));
        assertThat(admitted(only, 100)).isEqualTo(40);
        assertThat(only.ledger.dayTotal(Replica.NOW)).isEqualTo(100 * COST);
    }

    @ParameterizedTest
    @MethodSource("io.faregate.router.testing.LoopbackRedis#kinds")
    void aTaskHasOneCapOverReplicasAndDrawsOnce(boolean installed) throws IOException {
        LoopbackRedis store = store(installed);
        Caps caps = new Caps(Caps.NONE, Caps.NONE, 100 * COST);
        Replica a = replica("a", store, caps);
        Replica b = replica("b", store, caps);
        for (int i = 0; i < 20; i++) {
            assertThat(a.admits("t", COST)).isTrue();
            assertThat(b.admits("t", COST)).isTrue();
        }
        TaskId task = new TaskId("", "", "t");
        assertThat(Replica.get(a.shared.holdings(task)).keySet()).containsExactly("a", "b");
        assertThat(a.shared.draws()).isEqualTo(1);
        int admitted = 40;
        for (int i = 0; i < 100; i++) {
            admitted += a.admits("t", COST) ? 1 : 0;
            admitted += b.admits("t", COST) ? 1 : 0;
        }
        assertThat(admitted).isBetween(98, 100);
        assertThat(a.admits("other", COST)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("io.faregate.router.testing.LoopbackRedis#kinds")
    void manyTasksAtOnceAreEachExactOverReplicas(boolean installed) throws IOException {
        LoopbackRedis store = store(installed);
        Caps caps = new Caps(Caps.NONE, Caps.NONE, 5 * COST);
        Replica a = replica("a", store, caps);
        Replica b = replica("b", store, caps);
        int tasks = 600;
        int[] admitted = new int[tasks];
        for (int round = 0; round < 4; round++) {
            List<CompletableFuture<Admission>> answers = new ArrayList<>();
            for (int task = 0; task < tasks; task++) {
                answers.add(a.call(task % 2, "t" + task, COST, COST));
                answers.add(b.call(task % 2, "t" + task, COST, COST));
            }
            for (int i = 0; i < answers.size(); i++) {
                admitted[i / 2] += Replica.get(answers.get(i)) instanceof Reservation ? 1 : 0;
            }
        }

        assertThat(admitted).containsOnly(5);
    }

    @ParameterizedTest
    @MethodSource("io.faregate.router.testing.LoopbackRedis#kinds")
    void callsOfOneTaskAtOnceHaveTheWholeCapAndAskSeldom(boolean installed) throws IOException {
        Replica only = replica("one", store(installed), new Caps(Caps.NONE, Caps.NONE, 64 * COST));
        List<CompletableFuture<Admission>> answers = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            answers.add(only.call(i % 2, "t", COST, COST));
        }
        int admitted = 0;
        for (CompletableFuture<Admission> answer : answers) {
            admitted += Replica.get(answer) instanceof Reservation ? 1 : 0;
        }

        assertThat(admitted).isEqualTo(64);
        // Half of the rest each time: 32, 16, 8, 4, 2, 1, 1, and one for each that is refused.
        assertThat(only.shared.draws()).isLessThanOrEqualTo(7 + 6);
    }
}
