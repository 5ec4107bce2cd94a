package io.faregate.router.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.spend.BudgetView;
import io.faregate.router.spend.Caps;
import io.vertx.core.Future;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Each day budget: its cap, what is booked, what is held for calls that are out, what this process has in hand and,
 * where replicas share it, what each of them has drawn. Stateless.
 */
final class BudgetsPage {
    private BudgetsPage() {}

    /** The page, once the shared store has told what it knows; a store that does not answer leaves its part null. */
    static Future<ObjectNode> of(Loop loop) {
        Shared shared = loop.shared();
        ObjectNode page = Json.object();
        ArrayNode budgets = page.putArray("budgets");
        List<Future<Void>> asked = new ArrayList<>();
        for (BudgetView view : shared.ledger().view()) {
            ObjectNode entry = entry(budgets.addObject(), view);
            Future<Map<String, Long>> drawn = shared.drawnBy(view.id());
            if (drawn != null && view.capPicoUsd() != Caps.NONE) {
                entry.putNull("drawn_by");
                asked.add(drawn.<Void>map(byReplica -> {
                            ObjectNode replicas = entry.putObject("drawn_by");
                            byReplica.forEach((replica, picoUsd) -> replicas.put(replica, Json.usd(picoUsd)));
                            return null;
                        })
                        .otherwiseEmpty());
            }
        }
        page.put("overrun_usd", Json.usd(shared.ledger().overrunPicoUsd()));
        page.put("tasks", shared.ledger().tasks());
        return Future.all(asked).map(page);
    }

    private static ObjectNode entry(ObjectNode entry, BudgetView view) {
        entry.put("name", view.id().label());
        entry.put("day", LocalDate.ofEpochDay(view.id().epochDay()).toString());
        entry.put("cap_usd", view.capPicoUsd() == Caps.NONE ? null : Json.usd(view.capPicoUsd()));
        entry.put("settled_usd", Json.usd(view.settledPicoUsd()));
        entry.put("reserved_usd", Json.usd(view.reservedPicoUsd()));
        if (view.capPicoUsd() != Caps.NONE) {
            entry.put("remaining_usd", Json.usd(view.remainingPicoUsd()));
            long inHand = view.centrePicoUsd();
            for (long slice : view.slicesPicoUsd()) {
                inHand += slice;
            }
            entry.put("in_hand_usd", Json.usd(Math.max(0, inHand)));
        }
        entry.put("at_one_moment", view.atOneMoment());
        return entry;
    }
}
