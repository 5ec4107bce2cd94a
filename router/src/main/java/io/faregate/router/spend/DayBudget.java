package io.faregate.router.spend;

import io.faregate.router.money.PicoUsd;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One budget of one day: a central word, and a cell for each event loop with money of its own. Methods that take a
 * loop are for that loop's thread; the others are for any thread. Nothing blocks.
 *
 * <p>At rest: settled + reserved + idle of all cells + centre = cap. A loop spends from its idle money, and draws from
 * the centre when that is short. When the centre is short too, the budget turns from {@code NORMAL} to
 * {@code RECALLING}: each loop is asked to put its idle money back, and from then on all work on the centre, amount by
 * amount. When all have answered it is {@code EXACT}: nobody holds idle money, so that what the centre lacks is
 * nowhere. It is {@code NORMAL} again when there is plenty. {@code FREE} is a budget without a cap, whose loops run
 * into debt instead of reserving; {@code SETTING} waits for those debts after a cap has been set, and admits nobody.
 *
 * <p>The state word carries a generation above the mode, so that a mode seen twice is known to have stayed.
 */
final class DayBudget {
    private static final int FREE = 0;
    private static final int NORMAL = 1;
    private static final int RECALLING = 2;
    private static final int SETTING = 3;
    private static final int EXACT = 4;
    private static final int MODE_BITS = 3;
    private static final int MODE_MASK = (1 << MODE_BITS) - 1;

    /** A draw takes at most 1 / (this many times the loops) of what is left, so slices shrink as the cap nears. */
    private static final int SHARES_A_LOOP = 4;

    private static final VarHandle STATE = handle("state");
    private static final VarHandle CAP = handle("cap");

    private final BudgetId id;
    private final Loops loops;
    private final LoopCell[] cells;
    private final @Nullable SliceSource source;
    private final CentralWord centre;
    private final AtomicLong restored = new AtomicLong();
    private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private volatile long state;
    private volatile long cap;
    private volatile @Nullable Recall recall;

    DayBudget(BudgetId id, Loops loops, @Nullable SliceSource source, long capPicoUsd) {
        this.id = id;
        this.loops = loops;
        this.source = source;
        cells = new LoopCell[loops.count()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new LoopCell();
        }
        cap = capPicoUsd;
        centre = new CentralWord(own(capPicoUsd));
        state = capPicoUsd < 0 ? FREE : NORMAL;
    }

    private static VarHandle handle(String name) {
        try {
            return MethodHandles.lookup().findVarHandle(DayBudget.class, name, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    BudgetId id() {
        return id;
    }

    LoopCell cell(int loop) {
        return cells[loop];
    }

    private static int mode(long state) {
        return (int) state & MODE_MASK;
    }

    private static long next(long state, int mode) {
        return (((state >> MODE_BITS) + 1) << MODE_BITS) | mode;
    }

    /** What a cap puts into the centre: a shared budget's money comes from its source alone. */
    private long own(long capPicoUsd) {
        return source == null && capPicoUsd > 0 ? capPicoUsd : 0;
    }

    /** Whether an amount bounded by a cap can be held from the loop's own money, without looking further. */
    boolean holdsIdle(int loop, long picoUsd) {
        return mode(state) == NORMAL && cells[loop].idle() >= picoUsd;
    }

    boolean free() {
        return mode(state) == FREE;
    }

    /** Gets an amount into the loop's cell as idle money, from wherever there is some. */
    Grant acquire(int loop, long picoUsd, boolean asked) {
        LoopCell cell = cells[loop];
        while (true) {
            long seen = state;
            int mode = mode(seen);
            if (mode == FREE) {
                return Grant.FREE;
            }
            if (mode == NORMAL) {
                if (cell.idle() >= picoUsd || draw(cell, picoUsd - cell.idle())) {
                    return Grant.OWN;
                }
                startRecall(loop, seen, RECALLING, picoUsd);
                continue;
            }
            flush(cell);
            if (mode != SETTING && centre.takeTentatively(picoUsd)) {
                cell.addIdle(picoUsd);
                return Grant.TENTATIVE;
            }
            if (mode != EXACT) {
                return Grant.WAIT;
            }
            long left = centre.settledOrMin();
            if (left == PicoUsd.MIN) {
                return Grant.AGAIN;
            }
            if (left >= picoUsd || state != seen) {
                continue;
            }
            if (source == null || asked) {
                return Grant.SHORT;
            }
            startRecall(loop, seen, RECALLING, picoUsd);
        }
    }

    /** Whether the round that is under way asks the source for at least that much. */
    boolean asksFor(long picoUsd) {
        Recall current = recall;
        return current != null && current.state() == state && current.askedPicoUsd() >= picoUsd;
    }

    private boolean draw(LoopCell cell, long shortPicoUsd) {
        long slice = centre.draw(shortPicoUsd, (long) SHARES_A_LOOP * cells.length);
        cell.addIdle(slice);
        return slice > 0;
    }

    /** Ends a tentative taking: the money is held by now, or goes back. */
    void concludeTentative(int loop, long picoUsd) {
        LoopCell cell = cells[loop];
        if (mode(state) != NORMAL) {
            flush(cell);
        }
        centre.conclude();
        relax(picoUsd);
    }

    /** Back to slices when there is plenty for all loops. */
    private void relax(long picoUsd) {
        long seen = state;
        long plenty = PicoUsd.timesSaturating(Math.max(1, picoUsd), 2L * SHARES_A_LOOP * cells.length);
        if (mode(seen) == EXACT && centre.get() > plenty) {
            STATE.compareAndSet(this, seen, next(seen, NORMAL));
        }
    }

    private void flush(LoopCell cell) {
        long idle = cell.idle();
        if (idle != 0) {
            cell.addIdle(-idle);
            centre.add(idle);
        }
    }

    /** Asks all loops for their idle money, and the source for more; false if the state has changed. */
    private boolean startRecall(int loop, long seen, int mode, long picoUsd) {
        SliceSource from = mode == RECALLING && picoUsd > 0 ? source : null;
        long next = next(seen, mode);
        Recall started = new Recall(next, from == null ? 0 : picoUsd, cells.length + (from == null ? 0 : 1));
        if (!STATE.compareAndSet(this, seen, next)) {
            return false;
        }
        recall = started;
        for (int i = 0; i < cells.length; i++) {
            LoopCell cell = cells[i];
            if (i == loop) {
                flush(cell);
                answer(started);
            } else if (!loops.run(i, () -> giveBack(cell, started))) {
                answer(started);
            }
        }
        if (from != null) {
            from.draw(id, cap, picoUsd, granted -> {
                centre.add(granted);
                answer(started);
            });
        }
        return true;
    }

    private void giveBack(LoopCell cell, Recall asked) {
        flush(cell);
        answer(asked);
    }

    private void answer(Recall asked) {
        if (asked.answered()) {
            STATE.compareAndSet(this, asked.state(), next(asked.state(), EXACT));
            wake();
        }
    }

    private void wake() {
        Runnable retry = waiting.poll();
        while (retry != null) {
            retry.run();
            retry = waiting.poll();
        }
    }

    /** Runs something when the answers that are waited for have come, on any thread. */
    void await(Runnable retry) {
        waiting.add(retry);
        int mode = mode(state);
        if (mode != RECALLING && mode != SETTING) {
            wake();
        }
    }

    /** Moves idle money of the loop to reserved. */
    void hold(int loop, long picoUsd) {
        cells[loop].hold(picoUsd);
    }

    /** Moves reserved money of the loop back to idle. */
    void release(int loop, long picoUsd) {
        cells[loop].hold(-picoUsd);
    }

    /** Ends a hold (0 if nothing was held) and books what is charged. */
    void settle(int loop, long heldPicoUsd, long chargedPicoUsd) {
        LoopCell cell = cells[loop];
        long seen = state;
        int mode = mode(seen);
        long back = heldPicoUsd - chargedPicoUsd;
        if (mode == FREE || (mode == NORMAL && back >= -Math.max(0, cell.idle()))) {
            cell.settle(heldPicoUsd, chargedPicoUsd, back);
            return;
        }
        // All in the cell at first, so that no reader misses it, then the cell's balance to the centre.
        cell.settle(heldPicoUsd, chargedPicoUsd, back);
        flush(cell);
        if (mode == NORMAL) {
            if (centre.get() < 0) {
                startRecall(loop, seen, RECALLING, 0);
            }
        } else {
            relax(heldPicoUsd);
        }
    }

    /** Books what an earlier life of this process was charged. */
    void restore(long chargedPicoUsd) {
        restored.accumulateAndGet(chargedPicoUsd, PicoUsd::addSaturating);
        if (source == null || cap < 0) {
            centre.add(-chargedPicoUsd);
            recallIfOverdrawn();
        }
    }

    private void recallIfOverdrawn() {
        long seen = state;
        while (mode(seen) == NORMAL && centre.get() < 0 && !startRecall(-1, seen, RECALLING, 0)) {
            seen = state;
        }
    }

    /** Sets the cap; what has been spent stays. One caller at a time, or all with the same cap. */
    void setCap(long capPicoUsd) {
        long before = (long) CAP.getAndSet(this, capPicoUsd);
        if (before == capPicoUsd) {
            return;
        }
        centre.add(own(capPicoUsd) - own(before));
        while (true) {
            long seen = state;
            int mode = mode(seen);
            if (capPicoUsd < 0) {
                if (mode == FREE || STATE.compareAndSet(this, seen, next(seen, FREE))) {
                    wake();
                    return;
                }
            } else if (mode == FREE) {
                if (startRecall(-1, seen, SETTING, 0)) {
                    return;
                }
            } else {
                recallIfOverdrawn();
                return;
            }
        }
    }

    long capPicoUsd() {
        return cap;
    }

    /** What is left anywhere at about this moment, {@link PicoUsd#MAX} without a cap. */
    long remainingOpaque() {
        if (mode(state) == FREE) {
            return PicoUsd.MAX;
        }
        long left = centre.get();
        for (LoopCell cell : cells) {
            left = PicoUsd.addSaturating(left, cell.idleOpaque());
        }
        return left;
    }

    /** What has been booked; it may miss what is booked at this moment on other loops. */
    long settledOpaque() {
        long sum = restored.get();
        for (LoopCell cell : cells) {
            sum = PicoUsd.addSaturating(sum, cell.settledOpaque());
        }
        return sum;
    }

    /** All figures at one moment, as far as they stand still long enough. */
    BudgetView view() {
        return BudgetView.read(id, cap, cells, restored::get, centre::get);
    }
}
