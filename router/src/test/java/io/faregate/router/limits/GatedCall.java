package io.faregate.router.limits;

import java.util.concurrent.atomic.AtomicInteger;

/** A call that runs once its caller is ready and it holds a place, on whichever thread is the second to say so. */
final class GatedCall {
    final ConcurrencyGate.Pass pass;

    private final AtomicInteger consents = new AtomicInteger();
    private final AtomicInteger inside;
    private final AtomicInteger most;
    private final AtomicInteger served;

    GatedCall(ConcurrencyGate gate, AtomicInteger inside, AtomicInteger most, AtomicInteger served) {
        this.inside = inside;
        this.most = most;
        this.served = served;
        pass = gate.enter(this::consent);
        if (pass.atOnce()) {
            consent();
        }
    }

    /** The caller is ready. */
    void mayRun() {
        consent();
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
