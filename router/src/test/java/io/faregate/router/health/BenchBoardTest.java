package io.faregate.router.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Provider;
import io.faregate.router.catalog.Target;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class BenchBoardTest {
    private static final long SECOND = 1_000_000_000L;
    /** Close to the overflow that a monotone clock may cross. */
    private static final long NOW = Long.parseLong("9223372035854775807");

    private static final BenchPolicy POLICY = new BenchPolicy(Map.of(), Map.of());
    private static final KeySlot SLOT_1 = new KeySlot("gemini_1", "k1");
    private static final KeySlot SLOT_2 = new KeySlot("gemini_2", "k2");
    private static final Provider PROVIDER =
            new Provider("gemini", URI.create("http://localhost"), "openai", List.of(SLOT_1, SLOT_2), null);
    private static final Target TARGET = target("a");
    private static final Target SIBLING = target("a2");

    private final BenchBoard board = new BenchBoard();
    private final BenchCells own = board.cells(candidate(TARGET, SLOT_1, "m"));
    private final BenchCells otherModel = board.cells(candidate(TARGET, SLOT_1, "n"));
    private final BenchCells otherSlot = board.cells(candidate(TARGET, SLOT_2, "m"));
    private final BenchCells twin = board.cells(candidate(SIBLING, SLOT_1, "m"));

    private static Target target(String name) {
        return new Target(name, PROVIDER, 1, 1, Set.of(), 0, 0, 0, 0, 0, 1, 1, false);
    }

    private static Candidate candidate(Target target, KeySlot slot, String model) {
        return new Candidate(
                target, slot, model, null, 0, Candidate.UNKNOWN, Candidate.UNKNOWN, false, Set.of(), false);
    }

    private static Failure failure(FailureClass failureClass) {
        return Failure.transport(failureClass, "x", false);
    }

    private static Failure told(FailureClass failureClass, long millis) {
        return new Failure(failureClass, 429, "x", null, null, millis, true, false);
    }

    private static boolean benched(BenchCells cells, long seconds) {
        return cells.benched(NOW + seconds * SECOND) != null;
    }

    private static Probe claim(BenchCells cells, long seconds) {
        Probe probe = cells.probe(NOW + seconds * SECOND);
        if (probe == null) {
            throw new AssertionError("no probe to be had");
        }
        return probe;
    }

    @ParameterizedTest
    @EnumSource(FailureClass.class)
    void benchesTheScopeOfTheClassForItsTime(FailureClass failureClass) {
        boolean benches = BenchBoard.bench(own, failure(failureClass), POLICY, NOW);
        int seconds = failureClass.benchSeconds();
        assertThat(benches).isEqualTo(seconds > 0);
        if (seconds == 0) {
            assertThat(own.benched(NOW)).isNull();
            return;
        }
        assertThat(benched(own, seconds - 1)).isTrue();
        assertThat(benched(own, seconds)).isFalse();
        FailureClass.Scope scope = failureClass.scope();
        boolean slot = scope == FailureClass.Scope.SLOT;
        boolean target = scope == FailureClass.Scope.TARGET;
        assertThat(benched(otherModel, 0)).isEqualTo(slot || target);
        assertThat(benched(otherSlot, 0)).isEqualTo(target || scope == FailureClass.Scope.TARGET_MODEL);
        assertThat(benched(twin, 0)).isEqualTo(slot || scope == FailureClass.Scope.SLOT_MODEL);
    }

    @Test
    void setsAToldWaitInsteadAndNeverShortensALongerBench() {
        BenchBoard.bench(own, told(FailureClass.RATE_LIMITED, 6_000), POLICY, NOW);
        assertThat(benched(own, 5)).isTrue();
        assertThat(benched(own, 6)).isFalse();
        BenchBoard.bench(own, told(FailureClass.RATE_LIMITED, 1_000), POLICY, NOW);
        assertThat(benched(own, 5)).isTrue();
        BenchBoard.bench(own, told(FailureClass.RATE_LIMITED, 9_000), POLICY, NOW);
        assertThat(benched(own, 8)).isTrue();
    }

    @Test
    void takesZeroForNoBenchWhateverIsTold() {
        BenchPolicy none = new BenchPolicy(Map.of(FailureClass.RATE_LIMITED, 0L), Map.of());
        assertThat(BenchBoard.bench(own, told(FailureClass.RATE_LIMITED, 6_000), none, NOW))
                .isFalse();
        assertThat(own.benched(NOW)).isNull();
    }

    @Test
    void sparesWhomAFailureSaysNothingAbout() {
        Failure tooLarge = new Failure(FailureClass.RATE_LIMITED, 413, "x", null, null, 5_000, false, false);
        assertThat(BenchBoard.bench(own, tooLarge, POLICY, NOW)).isFalse();
        assertThat(own.benched(NOW)).isNull();
    }

    @Test
    void tellsTheHardBenchBeforeTheLongOne() {
        BenchBoard.bench(own, failure(FailureClass.AUTH), POLICY, NOW - 599 * SECOND);
        BenchBoard.bench(own, failure(FailureClass.UPSTREAM_5XX), POLICY, NOW);
        Bench bench = own.benched(NOW);
        assertThat(bench).isEqualTo(new Bench(FailureClass.AUTH, NOW + SECOND, false));
        assertThat(new Bench(FailureClass.AUTH, 0, false).hard()).isTrue();
        assertThat(new Bench(FailureClass.UPSTREAM_5XX, 0, false).hard()).isFalse();
        assertThat(own.benched(NOW + SECOND)).isEqualTo(new Bench(FailureClass.UPSTREAM_5XX, NOW + 20 * SECOND, false));
    }

    @Test
    void needsNoProbeWithoutABench() {
        assertThat(claim(own, 0)).isSameAs(Probe.NONE);
        assertThat(claim(own, 0).isNone()).isTrue();
    }

    @Test
    void letsOneCallProbeAfterABench() {
        BenchBoard.bench(own, failure(FailureClass.UPSTREAM_5XX), POLICY, NOW);
        assertThat(own.probe(NOW)).isNull();
        Probe probe = claim(own, 20);
        assertThat(probe.isNone()).isFalse();
        assertThat(own.probe(NOW + 20 * SECOND)).isNull();
        assertThat(benched(own, 21)).isTrue();
        assertThat(benched(otherSlot, 21)).isTrue();
        probe.succeeded();
        assertThat(benched(own, 21)).isFalse();
        assertThat(claim(own, 21)).isSameAs(Probe.NONE);
    }

    @Test
    void givesAReleasedProbeToTheNextCall() {
        BenchBoard.bench(own, failure(FailureClass.UPSTREAM_5XX), POLICY, NOW);
        Probe left = claim(own, 20);
        left.release();
        assertThat(benched(own, 20)).isFalse();
        Probe next = claim(own, 20);
        left.release();
        left.succeeded();
        assertThat(benched(own, 20)).as("an ended probe ends no other").isTrue();
        next.succeeded();
        assertThat(benched(own, 20)).isFalse();
    }

    @Test
    void benchesAgainWhenTheProbeFails() {
        BenchBoard.bench(own, failure(FailureClass.UPSTREAM_5XX), POLICY, NOW);
        Probe probe = claim(own, 20);
        BenchBoard.bench(own, failure(FailureClass.UPSTREAM_5XX), POLICY, NOW + 22 * SECOND);
        probe.release();
        assertThat(benched(own, 41)).isTrue();
        assertThat(own.probe(NOW + 41 * SECOND)).isNull();
        assertThat(claim(own, 42).isNone()).isFalse();
    }

    @Test
    void claimsAllScopesOrNone() {
        BenchBoard.bench(own, failure(FailureClass.UPSTREAM_5XX), POLICY, NOW);
        BenchBoard.bench(own, failure(FailureClass.RATE_LIMITED), POLICY, NOW);
        assertThat(own.probe(NOW + 25 * SECOND)).isNull();
        assertThat(claim(otherSlot, 25).isNone())
                .as("the target's scope was left unclaimed")
                .isFalse();
    }

    @Test
    void endsTheBenchesThatASuccessInPanicLookedPast() {
        BenchBoard.bench(own, failure(FailureClass.UPSTREAM_5XX), POLICY, NOW);
        Probe panic = own.panic();
        BenchBoard.bench(own, failure(FailureClass.RATE_LIMITED), POLICY, NOW);
        assertThat(benched(own, 1)).isTrue();
        panic.succeeded();
        assertThat(benched(otherSlot, 1)).isFalse();
        assertThat(own.benched(NOW)).isEqualTo(new Bench(FailureClass.RATE_LIMITED, NOW + 30 * SECOND, false));
        Probe second = own.panic();
        second.release();
        assertThat(benched(own, 1)).isTrue();
    }

    @Test
    void isClearedByHandWithItsKeySlotsAndModels() {
        for (FailureClass failureClass : FailureClass.values()) {
            BenchBoard.bench(own, failure(failureClass), POLICY, NOW);
        }
        BenchBoard.bench(twin, failure(FailureClass.TIMEOUT), POLICY, NOW);
        assertThat(benched(own, 0)).isTrue();
        board.clear(TARGET);
        assertThat(benched(own, 0)).isFalse();
        assertThat(benched(otherModel, 0)).isFalse();
        assertThat(benched(twin, 0)).isTrue();
    }

    @Test
    void showsTheLongestBenchOfAProvider() {
        Provider other =
                new Provider("x", URI.create("http://localhost"), "openai", List.of(new KeySlot("x", null)), null);
        List<Target> targets = List.of(TARGET, SIBLING);
        assertThat(board.longest(PROVIDER, targets, NOW)).isNull();
        BenchBoard.bench(own, failure(FailureClass.UPSTREAM_5XX), POLICY, NOW);
        BenchBoard.bench(otherSlot, failure(FailureClass.RPM), POLICY, NOW);
        assertThat(board.longest(PROVIDER, targets, NOW))
                .isEqualTo(new Bench(FailureClass.RPM, NOW + 60 * SECOND, false));
        assertThat(board.longest(other, targets, NOW)).isNull();
        assertThat(board.longest(PROVIDER, targets, NOW + 60 * SECOND)).isNull();
    }

    @Test
    void givesTheSameScopesToTheSameNames() {
        BenchBoard.bench(own, failure(FailureClass.MODEL_MISSING), POLICY, NOW);
        BenchCells afterReload = board.cells(candidate(target("a"), new KeySlot("gemini_1", "new"), "m"));
        assertThat(benched(afterReload, 599)).isTrue();
    }

    @Test
    void aModelThatIsMissingAtOneEndpointIsServedAtAnother() {
        BenchCells embeddings = board.cells(candidate(TARGET, SLOT_1, "m"), " for embeddings");
        BenchBoard.bench(embeddings, failure(FailureClass.MODEL_MISSING), POLICY, NOW);
        assertThat(benched(embeddings, 1)).isTrue();
        assertThat(benched(own, 1)).isFalse();
        BenchBoard.bench(embeddings, failure(FailureClass.CONNECTION), POLICY, NOW);
        assertThat(benched(own, 1)).isTrue();
    }

    @Test
    void letsOneOfManyThreadsProbe() throws Exception {
        int threads = 4;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 500; round++) {
                BenchCells cells = board.cells(candidate(target("t" + round), SLOT_1, "r" + round));
                BenchBoard.bench(cells, failure(FailureClass.UPSTREAM_5XX), POLICY, NOW);
                CyclicBarrier start = new CyclicBarrier(threads);
                AtomicInteger claims = new AtomicInteger();
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    all.add(pool.submit(() -> {
                        start.await();
                        if (cells.probe(NOW + 20 * SECOND) != null) {
                            claims.incrementAndGet();
                        }
                        return null;
                    }));
                }
                for (Future<?> one : all) {
                    one.get();
                }
                assertThat(claims).as("round %d", round).hasValue(1);
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
