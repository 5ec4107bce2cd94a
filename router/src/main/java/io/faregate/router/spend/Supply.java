package io.faregate.router.spend;

import io.faregate.router.money.PicoUsd;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Where the centre of a day budget has its money from: the cap itself, or slices of a shared one. For any thread. */
final class Supply {
    private final BudgetId id;
    private final CentralWord centre;
    private final @Nullable SliceSource source;
    private final AtomicBoolean refilling = new AtomicBoolean();
    private volatile long lastSlicePicoUsd;

    Supply(BudgetId id, CentralWord centre, @Nullable SliceSource source) {
        this.id = id;
        this.centre = centre;
        this.source = source;
    }

    boolean shared() {
        return source != null;
    }

    /** What a cap puts into the centre by itself. */
    long own(long capPicoUsd) {
        return source == null && capPicoUsd > 0 ? capPicoUsd : 0;
    }

    /** Asks for what is lacking; false if there is nobody to ask. */
    boolean draw(long capPicoUsd, long lackingPicoUsd, LongConsumer granted) {
        if (source == null) {
            return false;
        }
        source.draw(id, capPicoUsd, lackingPicoUsd, picoUsd -> {
            grant(picoUsd);
            granted.accept(picoUsd);
        });
        return true;
    }

    /** Asks for the next slice while half of the last is still there, so that no request need wait for it. */
    void refill(long capPicoUsd) {
        if (source != null && centre.get() < lastSlicePicoUsd / 2 && refilling.compareAndSet(false, true)) {
            draw(capPicoUsd, 0, picoUsd -> refilling.set(false));
        }
    }

    /** Adds money from the source. */
    void grant(long picoUsd) {
        if (picoUsd > 0) {
            lastSlicePicoUsd = picoUsd;
            centre.add(picoUsd);
        }
    }

    /** What the source has left of a cap, or {@link BudgetView#OWN} if there is none. */
    long leftAtSource(long capPicoUsd) {
        return source == null ? BudgetView.OWN : source.leftPicoUsd(id, Math.max(0, capPicoUsd));
    }

    /** What the source and the centre have left. */
    long leftPicoUsd(long capPicoUsd) {
        long left = centre.get();
        return source == null ? left : PicoUsd.addSaturating(left, source.leftPicoUsd(id, capPicoUsd));
    }
}
