package io.faregate.router.dialect;

import io.faregate.router.catalog.Candidate;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** What providers have taught by refusing it, by model, for the life of the process. Thread-safe. */
public final class LearnedQuirks {
    private static final int MOST_MODELS = 10_000;

    private final ConcurrentMap<String, Set<String>> refused = new ConcurrentHashMap<>();

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

    private static String name(Candidate candidate) {
        return candidate.target().provider().name() + '/' + candidate.model();
    }
}
