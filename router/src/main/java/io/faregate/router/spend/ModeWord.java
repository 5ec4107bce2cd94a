package io.faregate.router.spend;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

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

    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(ModeWord.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long word;

    ModeWord(int mode) {
        word = mode;
    }

    long get() {
        return word;
    }

    int mode() {
        return mode(word);
    }

    static int mode(long word) {
        return (int) word & MODE_MASK;
    }

    /** The word of the next generation in that mode. */
    static long next(long word, int mode) {
        return (((word >> MODE_BITS) + 1) << MODE_BITS) | mode;
    }

    boolean compareAndSet(long seen, long next) {
        return WORD.compareAndSet(this, seen, next);
    }

    /** Turns to a mode unless the word has changed. */
    boolean turn(long seen, int mode) {
        return WORD.compareAndSet(this, seen, next(seen, mode));
    }
}
