package io.faregate.bench.demo;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What the agents have seen so far. Written by their event loop, read by anyone. */
final class Tally {
    final AtomicInteger started = new AtomicInteger();
    final LongAdder finished = new LongAdder();
    final LongAdder answered = new LongAdder();
    final LongAdder streamed = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder noticed = new LongAdder();
    private final AtomicReference<@Nullable String> firstRefusal = new AtomicReference<>();
    private final AtomicReference<@Nullable String> firstNoticed = new AtomicReference<>();

    void refuse(String what) {
        refused.increment();
        firstRefusal.compareAndSet(null, what);
    }

    /** An agent met what it should not have met. */
    void notice(String what) {
        noticed.increment();
        firstNoticed.compareAndSet(null, what);
    }

    @Nullable
    String firstRefusal() {
        return firstRefusal.get();
    }

    @Nullable
    String firstNoticed() {
        return firstNoticed.get();
    }
}
