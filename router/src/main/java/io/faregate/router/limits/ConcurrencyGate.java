package io.faregate.router.limits;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * So many calls at one time, and so many that wait for a place, first come first served. Thread-safe and lock-free.
 *
 * <p>Places taken, calls waiting and entries in the queue are one word. A place that becomes free is handed to the next
 * that waits without being free in between. Who leaves the queue is no longer counted as waiting, but stays an entry
 * until a place comes by.
 */
public final class ConcurrencyGate {
    private static final int BITS = 21;
    private static final long MASK = (1L << BITS) - 1;
    private static final long WAITING = 1L << BITS;
    private static final long ENTRY = 1L << (2 * BITS);

    private final AtomicLong state = new AtomicLong();
    private final Queue<Pass> queue = new ConcurrentLinkedQueue<>();
    private volatile Size size;

    /** A gate where everything is free. */
    public ConcurrencyGate(long max, long maxWaiting) {
        this.size = Size.of(max, maxWaiting);
    }

    /**
     * Asks for a place. A pass that got one {@link Pass#atOnce} holds it when this returns; one that was
     * {@link Pass#refused} never will; for any other {@code granted} is run once it holds a place, on the thread that
     * gave that place back, perhaps before this returns. {@code granted} hands the call to its own thread and does not
     * {@link Pass#leave} itself: a queue that empties that way would be as many frames deep as it is long.
     */
    public Pass enter(Runnable granted) {
        Pass pass = new Pass(this, granted);
        while (true) {
            long now = state.get();
            Size bounds = size;
            if (places(now) < bounds.max && waiting(now) == 0) {
                if (state.compareAndSet(now, now + 1)) {
                    pass.state.set(Pass.HOLDS);
                    pass.atOnce = true;
                    return pass;
                }
            } else if (waiting(now) < bounds.maxWaiting && entries(now) < MASK) {
                if (state.compareAndSet(now, now + WAITING + ENTRY)) {
                    queue.add(pass);
                    return pass;
                }
            } else {
                pass.state.set(Pass.REFUSED);
                return pass;
            }
        }
    }

    /** Calls that hold a place. */
    public long inside() {
        return places(state.get());
    }

    /** Calls that wait for one. */
    public long waiting() {
        return waiting(state.get());
    }

    /** Changes the bounds; who is inside stays, and who waits for a place that there is now gets it. */
    public void resize(long max, long maxWaiting) {
        size = Size.of(max, maxWaiting);
        long now = state.get();
        while (places(now) < size.max && entries(now) > 0) {
            if (state.compareAndSet(now, now + 1)) {
                handOn();
            }
            now = state.get();
        }
    }

    /** Gives a held place to the next that waits, or makes it free. */
    private void handOn() {
        while (true) {
            long now = state.get();
            if (entries(now) == 0 || places(now) > size.max) {
                if (state.compareAndSet(now, now - 1)) {
                    return;
                }
            } else if (state.compareAndSet(now, now - ENTRY)) {
                Pass next = queue.poll();
                while (next == null) {
                    // Counted already, and on its way into the queue.
                    Thread.onSpinWait();
                    next = queue.poll();
                }
                if (next.state.compareAndSet(Pass.WAITS, Pass.HOLDS)) {
                    state.addAndGet(-WAITING);
                    next.granted.run();
                    return;
                }
            }
        }
    }

    private static long places(long state) {
        return state & MASK;
    }

    private static long waiting(long state) {
        return (state >>> BITS) & MASK;
    }

    private static long entries(long state) {
        return state >>> (2 * BITS);
    }

    private record Size(long max, long maxWaiting) {
        static Size of(long max, long maxWaiting) {
            return new Size(Math.min(max, MASK), Math.min(maxWaiting, MASK));
        }
    }

    /** One call's claim to a place. Thread-safe. */
    public static final class Pass {
        private static final int WAITS = 0;
        private static final int HOLDS = 1;
        private static final int REFUSED = 2;
        private static final int LEFT = 3;

        private final AtomicInteger state = new AtomicInteger(WAITS);
        private final AtomicBoolean given = new AtomicBoolean();
        private final ConcurrencyGate gate;
        private final Runnable granted;
        private boolean atOnce;

        private Pass(ConcurrencyGate gate, Runnable granted) {
            this.gate = gate;
            this.granted = granted;
        }

        /** Whether it got a place without waiting; for the thread that entered. */
        public boolean atOnce() {
            return atOnce;
        }

        /** Whether it found neither a place nor room to wait. */
        public boolean refused() {
            return state.get() == REFUSED;
        }

        /** Gives the place back, or stops waiting for one; the first call counts. */
        public void leave() {
            if (state.compareAndSet(WAITS, LEFT)) {
                gate.state.addAndGet(-WAITING);
            } else if (state.get() == HOLDS && given.compareAndSet(false, true)) {
                gate.handOn();
            }
        }
    }
}
