package io.faregate.router.spend;

import java.util.concurrent.atomic.AtomicInteger;

/** A round of asking for money: of loops what they hold idle, of the source more. For any thread. */
final class Recall {
    private final long state;
    private final long askedPicoUsd;
    private final AtomicInteger pending;
    private volatile long grantedPicoUsd;

    /**
     * A round that awaits that many answers.
     *
     * @param state the budget's state word while the round is under way
     * @param askedPicoUsd what the source is asked for, 0 if it is not
     */
    Recall(long state, long askedPicoUsd, int answers) {
        this.state = state;
        this.askedPicoUsd = askedPicoUsd;
        pending = new AtomicInteger(answers);
    }

    long state() {
        return state;
    }

    /** Notes what the source granted, before that counts as an answer. */
    void granted(long picoUsd) {
        grantedPicoUsd = picoUsd;
    }

    /** Whether the source has been asked for no more than that and had less. */
    boolean driedUpAt(long picoUsd) {
        return askedPicoUsd > 0 && askedPicoUsd <= picoUsd && grantedPicoUsd < askedPicoUsd;
    }

    /** Counts an answer; whether it was the last. */
    boolean answered() {
        return pending.decrementAndGet() == 0;
    }
}
