package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.wire.PartialAnswer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What providers have taught us by refusing it, for the life of the process. Thread-safe. */
final class Learned {
    /** Providers whose models answer anew when the conversation ends with the assistant. */
    private static final Set<String> INSTRUCTED = Set.of("openai", "xai", "gemini");

    private final Set<String> withoutPrefill = ConcurrentHashMap.newKeySet();
    private final Set<String> withoutStreamUsage = ConcurrentHashMap.newKeySet();

    boolean refusesStreamUsage(Candidate candidate) {
        return !withoutStreamUsage.isEmpty() && withoutStreamUsage.contains(name(candidate));
    }

    void refusedStreamUsage(Candidate candidate) {
        withoutStreamUsage.add(name(candidate));
    }

    /** How a candidate is asked to go on with an answer. */
    PartialAnswer.Style style(Candidate candidate) {
        boolean instructed =
                INSTRUCTED.contains(candidate.target().provider().name()) || withoutPrefill.contains(name(candidate));
        return instructed ? PartialAnswer.Style.INSTRUCTION : PartialAnswer.Style.PREFILL;
    }

    void refusedPrefill(Candidate candidate) {
        withoutPrefill.add(name(candidate));
    }

    private static String name(Candidate candidate) {
        return candidate.target().provider().name() + '/' + candidate.model();
    }
}
