package io.faregate.analytics.config;

import io.faregate.analytics.decide.LatencyProof;
import io.faregate.analytics.decide.OutcomeMode;
import io.faregate.analytics.decide.Policy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The policy keys, which stand under {@code analytics} and again under a route's {@code canary.policy}. Stateless. */
final class PolicyReader {
    static final Set<String> KEYS = Set.of(
            "window",
            "outcome_window",
            "mode",
            "alpha",
            "min_saving",
            "max_cost_increase",
            "min_days",
            "max_days",
            "margins",
            "latency_proof",
            "tail_stress");

    private PolicyReader() {}

    /** The policy of a section, on top of another. */
    static Policy read(Section section, Policy base, @Nullable Long taskCapPicoUsd) {
        Section margins = section.below("margins");
        margins.onlyKnown(Set.of("success", "error", "fallthrough", "latency"));
        Policy.Margins other = base.margins();
        try {
            return new Policy(
                    section.duration("window", base.window()),
                    section.duration("outcome_window", base.outcomeWindow()),
                    section.oneOf("mode", base.mode(), modes()),
                    section.number("alpha", base.alpha(), 1e-9, 0.49),
                    section.number("min_saving", base.minSaving(), 0, 0.999),
                    section.number("max_cost_increase", base.maxCostIncrease(), 0, Double.MAX_VALUE),
                    section.number("min_days", base.minDays(), 0, Double.MAX_VALUE),
                    section.number("max_days", base.maxDays(), 0, Double.MAX_VALUE),
                    new Policy.Margins(
                            margins.number("success", other.success(), 0, 1),
                            margins.number("error", other.error(), 0, 1),
                            margins.number("fallthrough", other.fallthrough(), 0, 1),
                            margins.number("latency", other.latency(), 0, Double.MAX_VALUE)),
                    section.oneOf("latency_proof", base.latencyProof(), proofs()),
                    section.number("tail_stress", base.tailStress(), 0, Double.MAX_VALUE),
                    taskCapPicoUsd);
        } catch (IllegalArgumentException e) {
            // What no single value can tell, such as an outcome window shorter than the window.
            String message = String.valueOf(e.getMessage());
            section.faultAt(message.substring(0, Math.max(0, message.indexOf(' '))), message);
            return base;
        }
    }

    private static Map<String, OutcomeMode> modes() {
        Map<String, OutcomeMode> modes = new LinkedHashMap<>();
        for (OutcomeMode mode : OutcomeMode.values()) {
            modes.put(mode.wireName(), mode);
        }
        return modes;
    }

    private static Map<String, LatencyProof> proofs() {
        Map<String, LatencyProof> proofs = new LinkedHashMap<>();
        for (LatencyProof proof : LatencyProof.values()) {
            proofs.put(proof.wireName(), proof);
        }
        return proofs;
    }
}
