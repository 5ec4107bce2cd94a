package io.faregate.router.replay;

import io.faregate.router.cost.Units;
import io.faregate.router.cost.Usage;
import io.faregate.router.route.RouteRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call as its row tells it, as far as prices and plans need it. Immutable.
 *
 * @param arrivalMillis the time of the call, at whose prices it is reckoned
 * @param costPicoUsd what it cost by its row; null when that was not known
 * @param bills what was billed, one for each attempt with tokens or units; empty when nothing was
 * @param request the facts of the request that rows keep: no text, no metadata, one answer
 */
record OldCall(
        String rowId,
        String taskId,
        String key,
        long arrivalMillis,
        @Nullable Long costPicoUsd,
        List<Bill> bills,
        RouteRequest request) {

    /**
     * What one attempt used.
     *
     * @param whole whether the parts of the totals are known: else it is reckoned as if there were none
     */
    record Bill(String target, String provider, String model, Usage usage, Units units, boolean whole) {}

    /** The attempt that served, or the last one that was billed. */
    Bill last() {
        return bills.get(bills.size() - 1);
    }
}
