package io.faregate.router.spend;

import java.util.function.LongConsumer;

/** Where a budget that replicas share gets more money from when this process has none left. */
public interface SliceSource {
    /**
     * Asks for money. Never blocks.
     *
     * @param capPicoUsd the budget's cap as this process knows it
     * @param leastPicoUsd what a request is short of
     * @param granted called once, on any thread, with what was granted: possibly less than asked for, 0 if nothing
     */
    void draw(BudgetId budget, long capPicoUsd, long leastPicoUsd, LongConsumer granted);
}
