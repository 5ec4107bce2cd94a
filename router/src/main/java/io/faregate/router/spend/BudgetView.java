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
 * @param atOneMoment whether settled and reserved were read at one moment; false if calls kept changing them
 */
public record BudgetView(
        BudgetId id,
        long capPicoUsd,
        long settledPicoUsd,
        long reservedPicoUsd,
        long centrePicoUsd,
        List<Long> slicesPicoUsd,
        boolean atOneMoment) {
    private static final int ATTEMPTS = 64;

    /** Reads until no cell has changed in between, or gives up trying. */
    static BudgetView read(BudgetId id, long cap, LoopCell[] cells, LongSupplier restored, LongSupplier centre) {
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
                return new BudgetView(id, cap, settled, reserved, left, slices, still);
            }
        }
    }
}
