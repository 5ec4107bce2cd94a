package io.faregate.router.limits;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/** A call that runs once its caller is ready and it holds a place, on whichever thread is the second to say so. */
final class GatedCall {
    /** What a thread has been handed and has not run: as an event loop does, so that a place handed on is no recursion. */
    private static final ThreadLocal<Queue<GatedCall>> HANDED = ThreadLocal.withInitial(ArrayDeque::new);

    final ConcurrencyGate.Pass pass;

    private final AtomicInteger consents = new AtomicInteger();
    private final AtomicInteger inside;
    private final AtomicInteger most;
    private final AtomicInteger served;

    GatedCall(ConcurrencyGate gate, AtomicInteger inside, AtomicInteger most, AtomicInteger served) {
        this.inside = inside;
        this.most = most;
        this.served = served;
        pass = gate.enter(() -> HANDED.get().add(this));
        if (pass.atOnce()) {
            consent();
        }
    }

    /** The caller is ready. */
    void mayRun() {
        consent();
        runHanded();
    }

    /** Runs the calls whose places this thread handed on, until none is left. */
    static void runHanded() {
        Queue<GatedCall> handed = HANDED.get();
        for (GatedCall next = handed.poll(); next != null; next = handed.poll()) {
            next.consent();
        }
    }

    private void consent() {
        if (consents.incrementAndGet() == 2) {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            served.incrementAndGet();
            inside.decrementAndGet();
            pass.leave();
        }
    }
}
