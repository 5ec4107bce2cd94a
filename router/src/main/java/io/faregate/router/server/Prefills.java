package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.wire.PartialAnswer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Who goes on with a conversation that ends with the assistant, as learnt by asking. Thread-safe. */
final class Prefills {
    /** Providers whose models answer anew when the conversation ends with the assistant. */
    private static final Set<String> INSTRUCTED = Set.of("openai", "xai", "gemini");

    private final Set<String> withoutPrefill = ConcurrentHashMap.newKeySet();

    /** How a candidate is asked to go on with an answer. */
    PartialAnswer.Style style(Candidate candidate) {
        boolean instructed = INSTRUCTED.contains(candidate.target().provider().name()) || hasRefused(candidate);
        return instructed ? PartialAnswer.Style.INSTRUCTION : PartialAnswer.Style.PREFILL;
    }

    private boolean hasRefused(Candidate candidate) {
        return !withoutPrefill.isEmpty() && withoutPrefill.contains(name(candidate));
    }

    void refused(Candidate candidate) {
        withoutPrefill.add(name(candidate));
    }

    private static String name(Candidate candidate) {
        return candidate.target().provider().name() + '/' + candidate.model();
    }
}
