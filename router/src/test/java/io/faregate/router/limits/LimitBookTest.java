package io.faregate.router.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Target;
import io.faregate.router.limits.CandidateLimits.Hold;
import io.faregate.router.rank.Pool;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LimitBookTest {
    private static final long NONE = LimitRules.UNLIMITED;
    private static final List<Candidate> SLOTS = new Pool().add("p", null, 1, 2).candidates();

    private final LimitBook book = new LimitBook();

    @Test
    void whoIsNotNamedIsNotLimited() {
        book.replace(Map.of("other", rpm(1)), Map.of(), 0, 0);

        assertThat(book.of(SLOTS.get(0), 0).none()).isTrue();
        assertThat(take(SLOTS.get(0), 1)).isNull();
    }

    @Test
    void eachKeySlotIsHeldToTheProvidersRulesByItself() {
        book.replace(Map.of("p", rpm(1)), Map.of(), 0, 0);

        assertThat(take(SLOTS.get(0), 1)).isNull();
        assertThat(take(SLOTS.get(0), 1)).isEqualTo("rpm");
        assertThat(take(SLOTS.get(1), 1)).isNull();
    }

    @Test
    void aTargetsRulesHoldBesidesItsProviders() {
        book.replace(Map.of("p", rpm(3)), Map.of("p", tpm(100)), 0, 0);

        assertThat(take(SLOTS.get(0), 60)).isNull();
        assertThat(take(SLOTS.get(0), 60)).isEqualTo("tpm");
        CandidateLimits limits = book.of(SLOTS.get(0), 0);
        assertThat(limits.freeAtNanos(60, 0, 0)).isBetween(60_000_000_000L, 60_500_000_000L);
        assertThat(limits.slot())
                .isNotNull()
                .extracting(slot -> slot.requestsLeft(0))
                .isEqualTo(2L);
    }

    @Test
    void settlingCorrectsBoth() {
        book.replace(Map.of("p", tpm(100)), Map.of("p", tpm(100)), 0, 0);
        CandidateLimits limits = book.of(SLOTS.get(0), 0);
        Hold hold = new Hold();
        assertThat(limits.tryTake(hold, 80, 0, 0)).isNull();
        assertThat(limits.refusal(30, 0, 0)).isEqualTo("tpm");
        limits.settle(hold, 10);
        limits.settle(hold, 0);

        assertThat(limits.refusal(90, 0, 0)).isNull();
        assertThat(limits.refusal(91, 0, 0)).isEqualTo("tpm");
    }

    @Test
    void unchangedRulesGoOnAndChangedOnesRemember() {
        book.replace(Map.of("p", rpm(2)), Map.of(), 0, 0);
        take(SLOTS.get(0), 1);
        RateLimits before = book.of(SLOTS.get(0), 0).slot();
        book.replace(Map.of("p", rpm(2), "q", rpm(1)), Map.of(), 0, 0);
        assertThat(book.of(SLOTS.get(0), 0).slot()).isSameAs(before);
        book.replace(Map.of("p", rpm(1)), Map.of(), 0, 0);
        assertThat(take(SLOTS.get(0), 1)).isEqualTo("rpm");
        book.replace(Map.of(), Map.of(), 0, 0);
        assertThat(book.of(SLOTS.get(0), 0).none()).isTrue();
    }

    @Test
    void aTargetsGateOutlivesAReload() {
        GateBook gates = new GateBook();
        Target one = target(1);
        ConcurrencyGate gate = gates.of(one);
        assertThat(gate).isNotNull().isSameAs(gates.of(target(5)));
        if (gate != null) {
            gate.enter(() -> {});
            assertThat(gate.enter(() -> {}).refused()).isTrue();
            gates.replace(List.of(target(2)));
            assertThat(gate.enter(() -> {}).atOnce()).isTrue();
        }
    }

    @Test
    void aTargetWithoutABoundHasNoGate() {
        assertThat(new GateBook().of(target(Long.MAX_VALUE))).isNull();
    }

    private @Nullable String take(Candidate candidate, long tokens) {
        return book.of(candidate, 0).tryTake(new Hold(), tokens, 0, 0);
    }

    private static Target target(long maxConcurrent) {
        return new Target(
                "t", SLOTS.get(0).target().provider(), 1, 1, Set.of(), 0, 0, 0, 0, 0, maxConcurrent, 0, false);
    }

    private static LimitRules rpm(long rpm) {
        return new LimitRules(rpm, NONE, NONE, 0, ZoneOffset.UTC);
    }

    private static LimitRules tpm(long tpm) {
        return new LimitRules(NONE, NONE, tpm, 0, ZoneOffset.UTC);
    }
}
