package io.faregate.router.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How many calls each provider has in hand. Thread-safe. */
public final class InFlight {
    private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();

    void entered(String provider) {
        calls.computeIfAbsent(provider, name -> new LongAdder()).increment();
    }

    void left(String provider) {
        calls.computeIfAbsent(provider, name -> new LongAdder()).decrement();
    }

    /** The calls in hand of one provider. */
    public long of(String provider) {
        LongAdder adder = calls.get(provider);
        return adder == null ? 0 : adder.sum();
    }
}
