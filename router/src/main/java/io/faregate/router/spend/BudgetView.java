package io.faregate.router.spend;

import io.faregate.router.money.PicoUsd;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The figures of one budget of one day, for reports. Immutable.
 *
 * @param capPicoUsd the cap, or {@link Caps#NONE}
 * @param settledPicoUsd what has been booked, earlier lives of this process included
 * @param reservedPicoUsd what is held for calls that are out
 * @param centrePicoUsd what no loop has drawn; below zero when usage went beyond what was held
 * @param slicesPicoUsd what each loop has drawn and not used
 * @param remainingPicoUsd what is left to be spent, 0 without a cap: of the cap, or, where replicas share it, what this
 *     one has in hand and what the source had left when it last told, nothing while it cannot be reached
 * @param atOneMoment whether settled and reserved were read at one moment; false if calls kept changing them
 */
public record BudgetView(
        BudgetId id,
        long capPicoUsd,
        long settledPicoUsd,
        long reservedPicoUsd,
        long centrePicoUsd,
        List<Long> slicesPicoUsd,
        long remainingPicoUsd,
        boolean atOneMoment) {
    /** No source: the cap is this process's own. */
    static final long OWN = -1;

    private static final int ATTEMPTS = 64;

    /** Reads until no cell has changed in between, or gives up trying. */
    static BudgetView read(
            BudgetId id, long cap, LoopCell[] cells, LongSupplier restored, LongSupplier centre, long leftAtSource) {
        long[] versions = new long[cells.length];
        long[] idle = new long[cells.length];
        long[] booked = new long[cells.length];
        for (int attempt = 1; ; attempt++) {
            boolean still = true;
            long settled = restored.getAsLong();
            long reserved = 0;
            for (int i = 0; i < cells.length; i++) {
                LoopCell cell = cells[i];
                versions[i] = cell.versionAcquire();
                still &= (versions[i] & 1) == 0;
                idle[i] = cell.idleAcquire();
                booked[i] = cell.settledOpaque();
                settled = PicoUsd.addSaturating(settled, booked[i]);
                reserved = PicoUsd.addSaturating(reserved, Math.max(0, cell.drawnOpaque() - idle[i] - booked[i]));
            }
            long left = centre.getAsLong();
            for (int i = 0; i < cells.length; i++) {
                still &= cells[i].versionAfterReads() == versions[i]
                        && cells[i].idleAcquire() == idle[i]
                        && cells[i].settledOpaque() == booked[i];
            }
            if (still || attempt == ATTEMPTS) {
                List<Long> slices = Arrays.stream(idle).boxed().toList();
                long inHand = left;
                for (long slice : idle) {
                    inHand = PicoUsd.addSaturating(inHand, slice);
                }
                long remaining = leftAtSource == OWN
                        ? cap - settled - reserved
                        : PicoUsd.addSaturating(Math.max(0, inHand), leftAtSource);
                return new BudgetView(
                        id, cap, settled, reserved, left, slices, cap < 0 ? 0 : Math.max(0, remaining), still);
            }
        }
    }
}
