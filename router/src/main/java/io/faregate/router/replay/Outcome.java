package io.faregate.router.replay;

import java.math.BigInteger;
import java.util.Map;

/**
 * What a replay found. Immutable. All sums are over the same calls: those whose three costs are known.
 *
 * @param models by the name of the model
 * @param calls how many calls were compared
 * @param unbilled calls of the range that used nothing, so that there was nothing to reckon
 * @param leftOut calls that are in no sum, by the reason
 * @param splitCalls compared calls with several billed attempts, whose parts (cached and so on) rows do not tell apart
 * @param badLines lines that are no rows
 */
public record Outcome(
        Map<String, Model> models,
        long calls,
        long unbilled,
        Map<Unknown, Long> leftOut,
        long splitCalls,
        long badLines) {

    /**
     * One model's share.
     *
     * @param calls calls that it served then
     * @param thenPicoUsd what these cost
     * @param repricedPicoUsd what the same calls of the same models cost at the new prices
     * @param routedCalls calls that would go to it first now
     * @param routedPicoUsd what these would cost there, with as many tokens as were used
     */
    public record Model(
            long calls,
            BigInteger thenPicoUsd,
            BigInteger repricedPicoUsd,
            long routedCalls,
            BigInteger routedPicoUsd) {
        static final Model NONE = new Model(0, BigInteger.ZERO, BigInteger.ZERO, 0, BigInteger.ZERO);

        Model served(long then, long repriced) {
            return new Model(
                    calls + 1,
                    thenPicoUsd.add(BigInteger.valueOf(then)),
                    repricedPicoUsd.add(BigInteger.valueOf(repriced)),
                    routedCalls,
                    routedPicoUsd);
        }

        Model routed(long cost) {
            return new Model(
                    calls, thenPicoUsd, repricedPicoUsd, routedCalls + 1, routedPicoUsd.add(BigInteger.valueOf(cost)));
        }

        Model plus(Model other) {
            return new Model(
                    calls + other.calls,
                    thenPicoUsd.add(other.thenPicoUsd),
                    repricedPicoUsd.add(other.repricedPicoUsd),
                    routedCalls + other.routedCalls,
                    routedPicoUsd.add(other.routedPicoUsd));
        }
    }

    /** Whether there was no call in the range at all, be it one that could not be compared. */
    public boolean empty() {
        return calls == 0 && unbilled == 0 && leftOut.values().stream().allMatch(count -> count == 0);
    }

    /** All models together. */
    public Model total() {
        return models.values().stream().reduce(Model.NONE, Model::plus);
    }
}
