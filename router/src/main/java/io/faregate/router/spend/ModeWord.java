package io.faregate.router.spend;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How a day budget works at the moment, with a generation above the mode so that a word seen twice is known to have
 * stayed. For any thread.
 */
final class ModeWord {
    /** No cap: loops book, and run into debt instead of reserving. */
    static final int FREE = 0;

    /** Loops spend from money of their own. */
    static final int NORMAL = 1;

    /** Loops have been asked for their idle money; all work on the centre. */
    static final int RECALLING = 2;

    /** A cap has been set; the debts of the loops are awaited, and nobody is admitted. */
    static final int SETTING = 3;

    /** No loop has idle money: what the centre lacks is nowhere. */
    static final int EXACT = 4;

    private static final int MODE_BITS = 3;
    private static final int MODE_MASK = (1 << MODE_BITS) - 1;

    private final AtomicLong word;

    ModeWord(int mode) {
        word = new AtomicLong(mode);
    }

    long get() {
        return word.get();
    }

    int mode() {
        return mode(word.get());
    }

    static int mode(long word) {
        return (int) word & MODE_MASK;
    }

    /** The word of the next generation in that mode. */
    static long next(long word, int mode) {
        return (((word >> MODE_BITS) + 1) << MODE_BITS) | mode;
    }

    boolean compareAndSet(long seen, long next) {
        return word.compareAndSet(seen, next);
    }

    /** Turns to a mode unless the word has changed. */
    boolean turn(long seen, int mode) {
        return word.compareAndSet(seen, next(seen, mode));
    }
}
