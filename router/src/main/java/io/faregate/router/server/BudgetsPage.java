package io.faregate.router.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.spend.BudgetView;
import io.faregate.router.spend.Caps;
import java.time.LocalDate;
import java.util.Locale;

/** Each day budget: its cap, what is booked, what is held for calls that are out, what loops have drawn. Stateless. */
final class BudgetsPage {
    private BudgetsPage() {}

    static ObjectNode of(Loop loop) {
        ObjectNode page = Json.object();
        ArrayNode budgets = page.putArray("budgets");
        for (BudgetView view : loop.shared().ledger().view()) {
            ObjectNode entry = budgets.addObject();
            String scope = view.id().scope().name().toLowerCase(Locale.ROOT);
            entry.put(
                    "name",
                    view.id().name().isEmpty() ? scope : scope + ':' + view.id().name());
            entry.put("day", LocalDate.ofEpochDay(view.id().epochDay()).toString());
            entry.put("cap_usd", view.capPicoUsd() == Caps.NONE ? null : Json.usd(view.capPicoUsd()));
            entry.put("settled_usd", Json.usd(view.settledPicoUsd()));
            entry.put("reserved_usd", Json.usd(view.reservedPicoUsd()));
            if (view.capPicoUsd() != Caps.NONE) {
                long left = view.capPicoUsd() - view.settledPicoUsd() - view.reservedPicoUsd();
                entry.put("remaining_usd", Json.usd(Math.max(0, left)));
            }
        }
        page.put("overrun_usd", Json.usd(loop.shared().ledger().overrunPicoUsd()));
        page.put("tasks", loop.shared().ledger().tasks());
        return page;
    }
}
