package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What providers have taught us by refusing it, for the life of the process. Thread-safe. */
final class Learned {
    private final Set<String> withoutStreamUsage = ConcurrentHashMap.newKeySet();

    boolean refusesStreamUsage(Candidate candidate) {
        return !withoutStreamUsage.isEmpty() && withoutStreamUsage.contains(name(candidate));
    }

    void refusedStreamUsage(Candidate candidate) {
        withoutStreamUsage.add(name(candidate));
    }

    private static String name(Candidate candidate) {
        return candidate.target().provider().name() + '/' + candidate.model();
    }
}
