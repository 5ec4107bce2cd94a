package io.faregate.router.catalog;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One concrete thing a request can be sent to: a model of a target through one key slot. Immutable; a target with
 * three key slots makes three candidates per model.
 *
 * @param model the name the provider knows
 * @param price its price, or null when nothing is known
 * @param capabilities mask of {@link Capability}; {@link Capability#ALL} when nothing is known
 * @param maxContextTokens prompt plus output at most, or {@link #UNKNOWN}
 * @param maxOutputTokens answer at most, or {@link #UNKNOWN}
 * @param reasons whether the model reasons before it answers, so that its first token may take longer
 * @param efforts accepted reasoning-effort words, weakest first; empty when unknown
 * @param fixedSampling whether the model refuses or ignores sampling parameters (temperature, top_p)
 */
public record Candidate(
        Target target,
        KeySlot slot,
        String model,
        @Nullable Price price,
        int capabilities,
        long maxContextTokens,
        long maxOutputTokens,
        boolean reasons,
        Set<String> efforts,
        boolean fixedSampling) {
    /** A bound that nobody knows. */
    public static final long UNKNOWN = -1;

    /** The capabilities a request can have of it: who is told of tools in words has tools. */
    public int offers() {
        boolean prompted = (capabilities & Capability.PROMPTED_TOOLS.bit()) != 0;
        return prompted ? capabilities | Capability.TOOLS.bit() : capabilities;
    }

    /** Whether input and output both have a price. */
    public boolean priced() {
        return price != null && price.complete();
    }
}
