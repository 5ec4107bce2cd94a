package io.faregate.router.spend;

import java.util.function.LongConsumer;

/**
 * Where budgets that replicas share get their money from, slice by slice. For any thread; never blocks.
 */
public interface SliceSource {
    /** Told to who asked for a task's money when another has been granted some meanwhile: it may be enough for both. */
    long LOOK_AGAIN = -1;

    /**
     * Asks for money.
     *
     * @param capPicoUsd the account's cap as this process knows it
     * @param leastPicoUsd what is short; 0 for whatever is right to have in hand
     * @param granted called once, on any thread, with what was granted: more than was short, less if there is less, or
     *     {@link #LOOK_AGAIN} for a task
     */
    void draw(Account account, long capPicoUsd, long leastPicoUsd, LongConsumer granted);

    /** What the source had left when it last told, the cap if it has not yet, 0 if it cannot be reached. */
    long leftPicoUsd(Account account, long capPicoUsd);
}
