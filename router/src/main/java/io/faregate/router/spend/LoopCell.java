package io.faregate.router.spend;

import io.faregate.router.money.PicoUsd;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Keeps the words of a cell off the cache line of what lies before it. */
abstract class LoopCellLeftPadding {
    long left1;
    long left2;
    long left3;
    long left4;
    long left5;
    long left6;
    long left7;
}

/** The words that the owner writes and others read. */
abstract class LoopCellWords extends LoopCellLeftPadding {
    long version;
    long drawnPicoUsd;
    long idlePicoUsd;
    long settledPicoUsd;
}

/**
 * One event loop's share of one day budget: what it has drawn, what of that it may still spend by itself, and what it
 * has booked; the rest is reserved for calls that are out. One thread writes; any thread reads.
 *
 * <p>Booked and reserved together are what was drawn less what is idle, so holding is one store, and no reader can see
 * them pass a cap, however it meets the stores of a settlement. Money that comes or goes changes two words: the writer
 * brackets that with the version, odd while it changes, stored opaquely before a store-store fence and by release
 * after. Idle money is stored by release after what is booked, and read by acquire before it.
 */
final class LoopCell extends LoopCellWords {
    long right1;
    long right2;
    long right3;
    long right4;
    long right5;
    long right6;
    long right7;

    private static final VarHandle VERSION = handle("version");
    private static final VarHandle IDLE = handle("idlePicoUsd");
    private static final VarHandle DRAWN = handle("drawnPicoUsd");
    private static final VarHandle SETTLED = handle("settledPicoUsd");

    private final DayBudget budget;
    private final ModeWord state;

    /**
     * A cell without money.
     *
     * @param state how the budget works, which the owner asks at each call
     */
    LoopCell(DayBudget budget, ModeWord state) {
        this.budget = budget;
        this.state = state;
    }

    DayBudget budget() {
        return budget;
    }

    private static VarHandle handle(String name) {
        try {
            return MethodHandles.lookup().findVarHandle(LoopCellWords.class, name, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What the owner may still spend; for the owner alone. */
    long idle() {
        return idlePicoUsd;
    }

    /** Adds to what was drawn and may be spent, or takes from it; for the owner alone. */
    void addIdle(long picoUsd) {
        long before = version;
        VERSION.setOpaque(this, before + 1);
        VarHandle.storeStoreFence();
        DRAWN.setOpaque(this, PicoUsd.addSaturating(drawnPicoUsd, picoUsd));
        IDLE.setOpaque(this, PicoUsd.addSaturating(idlePicoUsd, picoUsd));
        VERSION.setRelease(this, before + 2);
    }

    /** Moves an amount from idle to reserved if a cap bounds it and there is that much. For the owner alone. */
    boolean tryHold(long picoUsd) {
        long idle = idlePicoUsd;
        if (idle < picoUsd || state.mode() != ModeWord.NORMAL) {
            return false;
        }
        IDLE.setRelease(this, idle - picoUsd);
        return true;
    }

    /** Whether nothing bounds the budget. */
    boolean free() {
        return state.mode() == ModeWord.FREE;
    }

    /** Moves an amount from idle to reserved; a negative one back. For the owner alone. */
    void hold(long picoUsd) {
        IDLE.setRelease(this, idlePicoUsd - picoUsd);
    }

    /** As {@link #settle} if that concerns nobody but the owner; else nothing is done. For the owner alone. */
    boolean trySettle(long heldPicoUsd, long chargedPicoUsd) {
        return trySettle(state.mode(), heldPicoUsd, chargedPicoUsd);
    }

    /** As {@link #trySettle(long, long)}, in a mode that was read before. */
    boolean trySettle(int mode, long heldPicoUsd, long chargedPicoUsd) {
        if (mode == ModeWord.NORMAL) {
            // Neither sum leaves the longs: what is held was idle once, and idle money goes down to 0 at most.
            long back = heldPicoUsd - chargedPicoUsd;
            long idle = idlePicoUsd;
            if (back < 0 && back < -Math.max(0, idle)) {
                return false;
            }
            SETTLED.setOpaque(this, PicoUsd.addSaturating(settledPicoUsd, chargedPicoUsd));
            IDLE.setRelease(this, idle + back);
            return true;
        }
        if (mode != ModeWord.FREE) {
            return false;
        }
        settle(heldPicoUsd, chargedPicoUsd);
        return true;
    }

    /** Ends a hold and books a charge; what is not charged is idle again. For the owner alone. */
    void settle(long heldPicoUsd, long chargedPicoUsd) {
        SETTLED.setOpaque(this, PicoUsd.addSaturating(settledPicoUsd, chargedPicoUsd));
        IDLE.setRelease(this, PicoUsd.addSaturating(idlePicoUsd, heldPicoUsd - chargedPicoUsd));
    }

    long idleAcquire() {
        return (long) IDLE.getAcquire(this);
    }

    long drawnOpaque() {
        return (long) DRAWN.getOpaque(this);
    }

    long settledOpaque() {
        return (long) SETTLED.getOpaque(this);
    }

    long versionAcquire() {
        return (long) VERSION.getAcquire(this);
    }

    /** The version after the words were read. */
    long versionAfterReads() {
        VarHandle.loadLoadFence();
        return (long) VERSION.getOpaque(this);
    }
}
