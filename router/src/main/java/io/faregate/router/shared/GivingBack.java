package io.faregate.router.shared;

import io.faregate.router.spend.BudgetId;
import io.faregate.router.spend.SpendLedger;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rest of all slices on its way back to the store, when a replica stops. */
final class GivingBack {
    private final RedisStore store;
    private final String replica;
    private final Drawings drawings;

    GivingBack(RedisStore store, String replica, Drawings drawings) {
        this.store = store;
        this.replica = replica;
        this.drawings = drawings;
    }

    /** Asks the loops for what they hold and gives it back; each budget by itself, whatever comes of the others. */
    Future<Void> all(SpendLedger ledger, Context context) {
        List<Future<Void>> budgets = new ArrayList<>();
        for (BudgetId id : ledger.sharedBudgets()) {
            Promise<Void> done = Promise.promise();
            ledger.giveBack(
                    id,
                    picoUsd -> context.runOnContext(
                            given -> one(drawings.get(id), picoUsd).onComplete(done)));
            budgets.add(done.future());
        }
        return Future.join(budgets).mapEmpty();
    }

    private Future<Void> one(@Nullable Drawing drawing, long picoUsd) {
        // More than was drawn is no slice but what a cap of this process alone had put there.
        if (drawing == null || picoUsd <= 0 || picoUsd > drawing.drawnPicoUsd) {
            return Future.succeededFuture();
        }
        drawing.drawnPicoUsd -= picoUsd;
        drawing.sequence++;
        return store.run(
                        Script.GIVE_BACK,
                        List.of(drawing.key()),
                        List.of(replica, Long.toString(drawing.sequence), Amounts.print(picoUsd)))
                .mapEmpty();
    }
}
