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
    long idlePicoUsd;
    long reservedPicoUsd;
    long settledPicoUsd;
}

/**
 * One event loop's share of one day budget: what it may still spend by itself, holds for calls that are out, and has
 * booked. One thread writes; any thread reads.
 *
 * <p>The writer brackets each change with the version, odd while it changes: it stores that opaquely before a
 * store-store fence and by release after. A reader takes the version by acquire, the words opaquely, and the version
 * again after a load-load fence; an even version that stayed means that the words belong together.
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
    private static final VarHandle RESERVED = handle("reservedPicoUsd");
    private static final VarHandle SETTLED = handle("settledPicoUsd");

    private static VarHandle handle(String name) {
        try {
            return MethodHandles.lookup().findVarHandle(LoopCellWords.class, name, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The version before the change, for {@link #end}: read back from memory it would cost more than the change. */
    private long begin() {
        long before = version;
        VERSION.setOpaque(this, before + 1);
        VarHandle.storeStoreFence();
        return before;
    }

    private void end(long before) {
        VERSION.setRelease(this, before + 2);
    }

    /** What the owner may still spend; for the owner alone. */
    long idle() {
        return idlePicoUsd;
    }

    /** Adds to what may be spent, or takes from it; for the owner alone. */
    void addIdle(long picoUsd) {
        long before = begin();
        IDLE.setOpaque(this, PicoUsd.addSaturating(idlePicoUsd, picoUsd));
        end(before);
    }

    /** Moves an amount from idle to reserved; a negative one back. For the owner alone. */
    void hold(long picoUsd) {
        long before = begin();
        IDLE.setOpaque(this, idlePicoUsd - picoUsd);
        RESERVED.setOpaque(this, reservedPicoUsd + picoUsd);
        end(before);
    }

    /** Ends a hold and books a charge; for the owner alone. */
    void settle(long heldPicoUsd, long chargedPicoUsd, long idleDeltaPicoUsd) {
        long before = begin();
        RESERVED.setOpaque(this, reservedPicoUsd - heldPicoUsd);
        SETTLED.setOpaque(this, PicoUsd.addSaturating(settledPicoUsd, chargedPicoUsd));
        IDLE.setOpaque(this, PicoUsd.addSaturating(idlePicoUsd, idleDeltaPicoUsd));
        end(before);
    }

    long idleOpaque() {
        return (long) IDLE.getOpaque(this);
    }

    long reservedOpaque() {
        return (long) RESERVED.getOpaque(this);
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
