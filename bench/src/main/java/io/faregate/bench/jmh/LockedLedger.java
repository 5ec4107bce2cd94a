package io.faregate.bench.jmh;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rival of the spend ledger: day budgets in a map under one lock, all that apply taken together or not at all.
 * Thread-safe.
 */
final class LockedLedger {
    private final Map<String, long[]> leftByBudget = new HashMap<>();

    void cap(String budget, long picoUsd) {
        synchronized (this) {
            leftByBudget.put(budget, new long[] {picoUsd});
        }
    }

    /** Holds the amount in every budget, or in none when one of them has less. */
    boolean reserve(List<String> budgets, long picoUsd) {
        synchronized (this) {
            for (String budget : budgets) {
                long[] left = leftByBudget.get(budget);
                if (left == null || left[0] < picoUsd) {
                    return false;
                }
            }
            add(budgets, -picoUsd);
            return true;
        }
    }

    /** Gives back what was held beyond the charge. */
    void settle(List<String> budgets, long heldPicoUsd, long chargedPicoUsd) {
        synchronized (this) {
            add(budgets, heldPicoUsd - chargedPicoUsd);
        }
    }

    private void add(List<String> budgets, long picoUsd) {
        for (String budget : budgets) {
            long[] left = leftByBudget.get(budget);
            if (left != null) {
                left[0] += picoUsd;
            }
        }
    }
}
