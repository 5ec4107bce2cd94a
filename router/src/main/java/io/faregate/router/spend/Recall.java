package io.faregate.router.spend;

import java.util.concurrent.atomic.AtomicInteger;

/** A round of asking for money: of loops what they hold idle, of the source more. For any thread. */
final class Recall {
    private final long state;
    private final long askedPicoUsd;
    private final AtomicInteger pending;

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

    long askedPicoUsd() {
        return askedPicoUsd;
    }

    /** Counts an answer; whether it was the last. */
    boolean answered() {
        return pending.decrementAndGet() == 0;
    }
}
