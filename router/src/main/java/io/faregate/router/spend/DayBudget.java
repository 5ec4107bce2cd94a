package io.faregate.router.spend;

import io.faregate.router.money.PicoUsd;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
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
 */
final class DayBudget {
    /** A draw takes at most 1 / (this many times the loops) of what is left, so slices shrink as the cap nears. */
    private static final int SHARES_A_LOOP = 4;

    private final BudgetId id;
    private final Loops loops;
    private final LoopCell[] cells;
    private final ModeWord state;
    private final Supply supply;
    private final CentralWord centre;
    private final AtomicLong restored = new AtomicLong();
    private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong cap;
    private volatile @Nullable Recall recall;

    DayBudget(BudgetId id, Loops loops, @Nullable SliceSource source, long capPicoUsd) {
        this.id = id;
        this.loops = loops;
        state = new ModeWord(capPicoUsd < 0 ? ModeWord.FREE : ModeWord.NORMAL);
        cells = new LoopCell[loops.count()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new LoopCell(this, state);
        }
        cap = new AtomicLong(capPicoUsd);
        centre = new CentralWord(source == null ? Math.max(0, capPicoUsd) : 0);
        supply = new Supply(id, centre, source);
    }

    BudgetId id() {
        return id;
    }

    /** The loop's own money. */
    LoopCell cell(int loop) {
        return cells[loop];
    }

    boolean free() {
        return state.mode() == ModeWord.FREE;
    }

    /**
     * Gets an amount into the loop's cell as idle money, from wherever there is some.
     *
     * @param awaited the round that the request has waited for, or null
     */
    Grant acquire(int loop, long picoUsd, @Nullable Recall awaited) {
        LoopCell cell = cells[loop];
        while (true) {
            long seen = state.get();
            int mode = ModeWord.mode(seen);
            if (mode == ModeWord.FREE) {
                return Grant.FREE;
            }
            if (mode == ModeWord.NORMAL) {
                if (cell.idle() >= picoUsd || draw(cell, picoUsd - cell.idle())) {
                    return Grant.OWN;
                }
                startRecall(loop, seen, ModeWord.RECALLING, 0);
                continue;
            }
            flush(cell);
            if (mode != ModeWord.SETTING && centre.takeTentatively(picoUsd)) {
                cell.addIdle(picoUsd);
                return Grant.TENTATIVE;
            }
            if (mode != ModeWord.EXACT) {
                return Grant.WAIT;
            }
            long left = centre.settledOrMin();
            if (left == PicoUsd.MIN) {
                return Grant.AGAIN;
            }
            if (left >= picoUsd || state.get() != seen) {
                continue;
            }
            long lacking = picoUsd - left;
            if (!supply.shared() || (awaited != null && awaited.driedUpAt(lacking))) {
                return Grant.SHORT;
            }
            startRecall(loop, seen, ModeWord.RECALLING, lacking);
        }
    }

    /** The round under way, or the last one. */
    @Nullable
    Recall recall() {
        return recall;
    }

    private boolean draw(LoopCell cell, long shortPicoUsd) {
        long slice = centre.draw(shortPicoUsd, (long) SHARES_A_LOOP * cells.length);
        if (slice == 0) {
            return false;
        }
        cell.addIdle(slice);
        supply.refill(cap.get());
        return true;
    }

    /** Adds money from the source. */
    void grant(long picoUsd) {
        supply.grant(picoUsd);
    }

    /** Hands out all money that nobody holds or has spent, when the loops have given back theirs. */
    void giveBack(LongConsumer picoUsd) {
        long seen = state.get();
        while (ModeWord.mode(seen) == ModeWord.NORMAL && !startRecall(-1, seen, ModeWord.RECALLING, 0)) {
            seen = state.get();
        }
        await(() -> picoUsd.accept(centre.takeAll()));
    }

    /** Ends a tentative taking: the money is held by now, or goes back. */
    void concludeTentative(int loop, long picoUsd) {
        LoopCell cell = cells[loop];
        if (state.mode() != ModeWord.NORMAL) {
            flush(cell);
        }
        centre.conclude();
        relax(picoUsd);
    }

    /** Back to slices when there is plenty for all loops. */
    private void relax(long picoUsd) {
        long seen = state.get();
        long plenty = PicoUsd.timesSaturating(Math.max(1, picoUsd), 2L * SHARES_A_LOOP * cells.length);
        if (ModeWord.mode(seen) == ModeWord.EXACT && centre.get() > plenty) {
            state.turn(seen, ModeWord.NORMAL);
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
    private boolean startRecall(int loop, long seen, int mode, long lackingPicoUsd) {
        long lacking = supply.shared() ? lackingPicoUsd : 0;
        long next = ModeWord.next(seen, mode);
        Recall started = new Recall(next, lacking, cells.length + (lacking > 0 ? 1 : 0));
        if (!state.compareAndSet(seen, next)) {
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
        if (lacking > 0) {
            supply.draw(cap.get(), lacking, granted -> {
                started.granted(granted);
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
            state.turn(asked.state(), ModeWord.EXACT);
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
        int mode = state.mode();
        if (mode != ModeWord.RECALLING && mode != ModeWord.SETTING) {
            wake();
        }
    }

    /** Ends a hold (0 if nothing was held) and books what is charged, where {@link LoopCell#trySettle} does not. */
    void settle(int loop, long heldPicoUsd, long chargedPicoUsd) {
        LoopCell cell = cells[loop];
        long seen = state.get();
        int mode = ModeWord.mode(seen);
        if (cell.trySettle(mode, heldPicoUsd, chargedPicoUsd)) {
            return;
        }
        // All in the cell at first, so that no reader misses it, then the cell's balance to the centre.
        cell.settle(heldPicoUsd, chargedPicoUsd);
        flush(cell);
        if (mode == ModeWord.NORMAL) {
            if (centre.get() < 0) {
                startRecall(loop, seen, ModeWord.RECALLING, 0);
            }
        } else {
            relax(heldPicoUsd);
        }
    }

    /** Books what an earlier life of this process was charged. */
    void restore(long chargedPicoUsd) {
        restored.accumulateAndGet(chargedPicoUsd, PicoUsd::addSaturating);
        if (!supply.shared() || cap.get() < 0) {
            centre.add(-chargedPicoUsd);
            recallIfOverdrawn();
        }
    }

    private void recallIfOverdrawn() {
        long seen = state.get();
        while (ModeWord.mode(seen) == ModeWord.NORMAL
                && centre.get() < 0
                && !startRecall(-1, seen, ModeWord.RECALLING, 0)) {
            seen = state.get();
        }
    }

    /** Sets the cap; what has been spent stays. One caller at a time, or all with the same cap. */
    void setCap(long capPicoUsd) {
        long before = cap.getAndSet(capPicoUsd);
        if (before == capPicoUsd) {
            return;
        }
        centre.add(supply.own(capPicoUsd) - supply.own(before));
        while (true) {
            long seen = state.get();
            int mode = ModeWord.mode(seen);
            if (capPicoUsd < 0) {
                if (mode == ModeWord.FREE || state.turn(seen, ModeWord.FREE)) {
                    wake();
                    return;
                }
            } else if (mode == ModeWord.FREE) {
                if (startRecall(-1, seen, ModeWord.SETTING, 0)) {
                    return;
                }
            } else {
                recallIfOverdrawn();
                return;
            }
        }
    }

    /** The cap at about this moment; negative without one. */
    long capOpaque() {
        return cap.getOpaque();
    }

    /** What is left anywhere at about this moment, {@link PicoUsd#MAX} without a cap. */
    long remainingOpaque() {
        if (state.mode() == ModeWord.FREE) {
            return PicoUsd.MAX;
        }
        long left = supply.leftPicoUsd(cap.get());
        for (LoopCell cell : cells) {
            left = PicoUsd.addSaturating(left, cell.idleAcquire());
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
        return BudgetView.read(id, cap.get(), cells, restored::get, centre::get, supply.leftAtSource(cap.get()));
    }
}
