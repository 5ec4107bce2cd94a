package io.faregate.router.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.limits.ConcurrencyGate.Pass;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ConcurrencyGateTest {
    private final List<String> granted = new ArrayList<>();

    @Test
    void holdsPlacesThenQueuesThenRefuses() {
        ConcurrencyGate gate = new ConcurrencyGate(2, 1);
        Pass a = enter(gate, "a");
        Pass b = enter(gate, "b");
        Pass c = enter(gate, "c");
        Pass d = enter(gate, "d");

        assertThat(List.of(a.atOnce(), b.atOnce(), c.atOnce(), d.atOnce())).containsExactly(true, true, false, false);
        assertThat(d.refused()).isTrue();
        assertThat(gate.inside()).isEqualTo(2);
        assertThat(gate.waiting()).isEqualTo(1);
        assertThat(granted).isEmpty();
    }

    @Test
    void aPlaceGoesToWhoWaitsLongest() {
        ConcurrencyGate gate = new ConcurrencyGate(1, 5);
        Pass a = enter(gate, "a");
        Pass b = enter(gate, "b");
        enter(gate, "c");
        a.leave();
        assertThat(granted).containsExactly("b");
        b.leave();
        assertThat(granted).containsExactly("b", "c");
        assertThat(gate.inside()).isEqualTo(1);
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void leavingTwiceFreesOnePlace() {
        ConcurrencyGate gate = new ConcurrencyGate(2, 0);
        Pass a = enter(gate, "a");
        enter(gate, "b");
        a.leave();
        a.leave();

        assertThat(gate.inside()).isEqualTo(1);
    }

    @Test
    void whoStopsWaitingIsPassedOverAndMakesRoomInTheQueue() {
        ConcurrencyGate gate = new ConcurrencyGate(1, 1);
        Pass a = enter(gate, "a");
        Pass b = enter(gate, "b");
        b.leave();
        b.leave();
        Pass c = enter(gate, "c");
        assertThat(c.refused()).isFalse();
        a.leave();

        assertThat(granted).containsExactly("c");
        c.leave();
        assertThat(gate.inside()).isZero();
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void aQueueOfThoseWhoLeftFreesThePlace() {
        ConcurrencyGate gate = new ConcurrencyGate(1, 3);
        Pass a = enter(gate, "a");
        enter(gate, "b").leave();
        enter(gate, "c").leave();
        a.leave();

        assertThat(granted).isEmpty();
        assertThat(gate.inside()).isZero();
        assertThat(enter(gate, "d").atOnce()).isTrue();
    }

    @Test
    void aRefusedPassHasNothingToGiveBack() {
        ConcurrencyGate gate = new ConcurrencyGate(1, 0);
        enter(gate, "a");
        enter(gate, "b").leave();

        assertThat(gate.inside()).isEqualTo(1);
    }

    @Test
    void moreRoomLetsThoseInWhoWait() {
        ConcurrencyGate gate = new ConcurrencyGate(1, 5);
        enter(gate, "a");
        enter(gate, "b");
        enter(gate, "c");
        enter(gate, "d");
        gate.resize(3, 5);

        assertThat(granted).containsExactly("b", "c");
        assertThat(gate.inside()).isEqualTo(3);
        assertThat(gate.waiting()).isEqualTo(1);
    }

    @Test
    void lessRoomEmptiesThePlacesThatAreTooManyFirst() {
        ConcurrencyGate gate = new ConcurrencyGate(3, 5);
        List<Pass> inside = List.of(enter(gate, "a"), enter(gate, "b"), enter(gate, "c"));
        enter(gate, "d");
        gate.resize(1, 5);
        inside.get(0).leave();
        inside.get(1).leave();
        assertThat(granted).isEmpty();
        inside.get(2).leave();
        assertThat(granted).containsExactly("d");
        assertThat(gate.inside()).isEqualTo(1);
    }

    @Test
    void neverMoreInsideThanPlacesAndNobodyIsForgottenUnderARace() throws InterruptedException {
        int max = 3;
        ConcurrencyGate gate = new ConcurrencyGate(max, 4);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger served = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger left = new AtomicInteger();
        int threads = 4;
        int each = 50_000;
        List<Thread> callers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int thread = t;
            callers.add(new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    GatedCall call = new GatedCall(gate, inside, most, served);
                    if (call.pass.refused()) {
                        refused.incrementAndGet();
                    } else if (!call.pass.atOnce() && (i + thread) % 7 == 0) {
                        call.pass.leave();
                        left.incrementAndGet();
                        GatedCall.runHanded();
                    } else {
                        call.mayRun();
                    }
                }
            }));
        }
        callers.forEach(Thread::start);
        for (Thread caller : callers) {
            caller.join();
        }

        assertThat(most.get()).isLessThanOrEqualTo(max);
        assertThat(gate.inside()).isZero();
        assertThat(gate.waiting()).isZero();
        assertThat(served.get() + refused.get() + left.get()).isEqualTo(threads * each);
    }

    private Pass enter(ConcurrencyGate gate, String name) {
        return gate.enter(() -> granted.add(name));
    }
}
