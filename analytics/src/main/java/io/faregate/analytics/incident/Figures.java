package io.faregate.analytics.incident;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/**
 * What the rules look at. Immutable.
 *
 * @param heads per head of the chain
 * @param lastHourPicoUsd what the last 60 minutes cost
 * @param earlierHoursPicoUsd what each earlier hour of the week cost, those with calls alone
 * @param unpricedCalls calls of the last hour whose cost is not known, by model
 * @param accounts two accounts of the last day, by model
 * @param rejectedLines lines of the last hour that are no rows
 */
public record Figures(
        List<Head> heads,
        BigInteger lastHourPicoUsd,
        List<BigInteger> earlierHoursPicoUsd,
        Map<String, Long> unpricedCalls,
        List<Account> accounts,
        long rejectedLines) {

    /** Calls with this target at the head, and how many fell through: in the last hour, and in the day before it. */
    public record Head(String target, long calls, long fell, long usualCalls, long usualFell) {}

    /** Calls of a model whose provider told a cost: the sum of ours and of theirs. */
    public record Account(String model, long calls, BigInteger oursPicoUsd, BigInteger theirsPicoUsd) {}
}
