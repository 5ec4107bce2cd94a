package io.faregate.bench.sim;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A model while the process runs: its settings, its outage switch and its counters. Safe for all event loops. */
final class SimModel {
    final ModelSettings settings;
    final AnswerBytes bytes;
    final LongAdder failed = new LongAdder();
    final LongAdder inputTokens = new LongAdder();
    final LongAdder outputTokens = new LongAdder();
    private final AtomicLong calls = new AtomicLong();
    private volatile boolean outage;

    SimModel(ModelSettings settings) {
        this.settings = settings;
        this.bytes = new AnswerBytes(settings);
    }

    /** Counts a call; returns its number from 0. */
    long arrive() {
        return calls.getAndIncrement();
    }

    long calls() {
        return calls.get();
    }

    boolean outage() {
        return outage;
    }

    void setOutage(boolean out) {
        outage = out;
    }
}
