package io.faregate.router.shared;

import io.faregate.router.spend.BudgetId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What rows say about processes that wrote them: what those had drawn beyond it is free again, as soon as they cannot
 * spend it any more. Confined to one context.
 */
final class DeadReplicas {
    private static final Logger LOG = LoggerFactory.getLogger(DeadReplicas.class);
    private static final String DAYS_MILLIS = Long.toString(3L * 86_400_000);

    /** What one of them was charged in one budget. */
    private record Charged(String instance, BudgetId budget, long picoUsd) {}

    private final RedisStore store;
    private final String self;
    private final ConcurrentLinkedQueue<Charged> untold = new ConcurrentLinkedQueue<>();
    private boolean telling;

    DeadReplicas(RedisStore store, String self) {
        this.store = store;
        this.self = self;
    }

    void add(Map<String, Map<BudgetId, Long>> charged) {
        charged.forEach((instance, budgets) -> budgets.forEach((budget, picoUsd) -> {
            if (!instance.equals(self)) {
                untold.add(new Charged(instance, budget, picoUsd));
            }
        }));
    }

    /** Tells the next; one whose process may be alive comes again later. */
    void tell() {
        Charged next = telling ? null : untold.poll();
        if (next == null) {
            return;
        }
        telling = true;
        store.run(
                        Script.ROWS,
                        List.of(Membership.LIVE, Drawing.key(next.budget())),
                        List.of(next.instance(), Amounts.print(next.picoUsd()), DAYS_MILLIS))
                .onComplete(done -> {
                    telling = false;
                    if (done.failed() || Objects.equals(done.result().toInteger(), 0)) {
                        untold.add(next);
                        return;
                    }
                    LOG.debug("{} was charged {} in {}", next.instance(), next.picoUsd(), next.budget());
                    tell();
                });
    }
}
