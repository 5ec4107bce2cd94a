package io.faregate.bench.sim;

import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of one call: drawn before anything is sent. Immutable.
 *
 * @param fault the failure, or null for an answer
 * @param latencyMillis time until the head of the answer
 * @param outputTokens length of the answer before the request's maximum is applied
 */
record Fate(@Nullable Fault fault, long latencyMillis, int outputTokens) {
    /** The fate that {@code seed} stands for under {@code model}; equal seeds give equal fates. */
    static Fate draw(ModelSettings model, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double point = random.nextDouble();
        long latency = Math.round(model.latencyMillis().draw(random));
        int tokens = (int) Math.max(1, Math.round(model.outputTokens().draw(random)));
        return new Fate(fault(model.faults(), point), latency, tokens);
    }

    private static @Nullable Fault fault(Map<Fault, Double> rates, double point) {
        double edge = 0;
        for (Fault fault : Fault.values()) {
            edge += rates.getOrDefault(fault, 0.0);
            if (point < edge) {
                return fault;
            }
        }
        return null;
    }

    /** The seed of one call: {@code key} is the call's number or the hash of its body. */
    static long seed(long seed, String model, long key) {
        long mixed = seed * 0x9E3779B97F4A7C15L + model.hashCode();
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L + key;
        return mixed ^ (mixed >>> 27);
    }
}
