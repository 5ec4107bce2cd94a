package io.faregate.router.dialect;

import io.faregate.router.catalog.Candidate;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** What providers have taught by refusing it, by model, for the life of the process. Thread-safe. */
public final class LearnedQuirks {
    private static final int MOST_MODELS = 10_000;

    /** How long a model is taken at its word that it knows no tools. */
    private static final long TOOLLESS_MILLIS = 24L * 3_600_000;

    private final ConcurrentMap<String, Set<String>> refused = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Long> toollessSinceMillis = new ConcurrentHashMap<>();

    /** The members at the top that a candidate has refused; empty for most. */
    public Set<String> refused(Candidate candidate) {
        return refused.isEmpty() ? Set.of() : refused.getOrDefault(name(candidate), Set.of());
    }

    /** Remembers a refusal; false when it was known, so that leaving it out did not help. */
    public boolean learn(Candidate candidate, String member) {
        String name = name(candidate);
        while (true) {
            Set<String> known = refused.getOrDefault(name, Set.of());
            if (known.contains(member) || refused.size() >= MOST_MODELS) {
                return false;
            }
            Set<String> more = new TreeSet<>(known);
            more.add(member);
            Set<String> frozen = Set.copyOf(more);
            boolean learnt =
                    known.isEmpty() ? refused.putIfAbsent(name, frozen) == null : refused.replace(name, known, frozen);
            if (learnt) {
                return true;
            }
        }
    }

    /** Whether a candidate has said within a day that it knows no tools. */
    public boolean isToolless(Candidate candidate, long nowMillis) {
        if (toollessSinceMillis.isEmpty()) {
            return false;
        }
        Long since = toollessSinceMillis.get(name(candidate));
        return since != null && nowMillis - since < TOOLLESS_MILLIS;
    }

    /** Remembers that a candidate knows no tools; false when there is no room to. */
    public boolean learnToolless(Candidate candidate, long nowMillis) {
        if (toollessSinceMillis.size() >= MOST_MODELS) {
            return false;
        }
        toollessSinceMillis.put(name(candidate), nowMillis);
        return true;
    }

    private static String name(Candidate candidate) {
        return candidate.target().provider().name() + '/' + candidate.model();
    }
}
