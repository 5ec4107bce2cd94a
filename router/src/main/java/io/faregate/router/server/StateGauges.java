package io.faregate.router.server;

import io.faregate.router.catalog.Provider;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.spend.BudgetView;
import io.faregate.router.spend.Caps;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gauges of what the router holds, some of whose names come and go with the configuration; looked at for each scrape.
 * Thread-safe: one scrape at a time.
 */
final class StateGauges {
    private final MultiGauge budgets;
    private final MultiGauge circuits;

    StateGauges(MeterRegistry registry) {
        this.budgets = MultiGauge.builder("faregate.budget.remaining.usd")
                .description(
                        "Left of today's budget as far as this process knows; rounded for graphs, the ledger is exact")
                .register(registry);
        this.circuits = MultiGauge.builder("faregate.circuit.state")
                .description("1 for the state that a provider is in: closed, or open while it or a target is benched")
                .register(registry);
    }

    synchronized void look(Shared shared, long nowNanos) {
        budgets.register(budgets(shared), true);
        circuits.register(circuits(shared, nowNanos), true);
    }

    /** Yesterday's budgets may still be in use; they sort before today's. */
    private static List<Row<?>> budgets(Shared shared) {
        Map<String, BudgetView> latest = new LinkedHashMap<>();
        for (BudgetView view : shared.ledger().view()) {
            latest.put(view.id().label(), view);
        }
        List<Row<?>> rows = new ArrayList<>();
        latest.forEach((name, view) -> {
            if (view.capPicoUsd() != Caps.NONE) {
                rows.add(Row.of(
                        Tags.of("budget", name),
                        BigDecimal.valueOf(view.remainingPicoUsd(), PicoUsd.PLACES)
                                .doubleValue()));
            }
        });
        return rows;
    }

    private static List<Row<?>> circuits(Shared shared, long nowNanos) {
        var routing = shared.snapshot().routing();
        List<Row<?>> rows = new ArrayList<>();
        for (Provider provider : routing.providers()) {
            if (provider.registered()) {
                boolean open = shared.board().longest(provider, routing.targets(), nowNanos) != null;
                rows.add(Row.of(Tags.of("provider", provider.name(), "state", "open"), open ? 1 : 0));
                rows.add(Row.of(Tags.of("provider", provider.name(), "state", "closed"), open ? 0 : 1));
            }
        }
        return rows;
    }
}
