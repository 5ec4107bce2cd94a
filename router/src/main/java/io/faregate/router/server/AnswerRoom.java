package io.faregate.router.server;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that long answers may take together while they are collected, so that providers which never end theirs
 * cannot exhaust the heap. Thread-safe.
 */
final class AnswerRoom {
    private static final int SHARE_OF_HEAP = 4;

    private final long mostBytes;
    private final AtomicLong taken = new AtomicLong();

    AnswerRoom(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** A quarter of the heap: growing an array needs its old and its new bytes, and other things live there too. */
    static AnswerRoom ofHeap() {
        return new AnswerRoom(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /** Takes that many bytes; false, and nothing is taken, when so many are not left. */
    boolean take(long bytes) {
        if (taken.addAndGet(bytes) <= mostBytes) {
            return true;
        }
        taken.addAndGet(-bytes);
        return false;
    }

    /** What is taken now. */
    long takenBytes() {
        return taken.get();
    }

    void give(long bytes) {
        taken.addAndGet(-bytes);
    }
}
