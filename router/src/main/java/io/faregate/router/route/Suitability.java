package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.catalog.Reach;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a candidate could ever serve a request: what it can do, and how much fits. Thread-safe; the words for what is
 * missing are made once.
 */
final class Suitability {
    static final String WINDOW = "window";

    private static final List<String> MISSING = IntStream.rangeClosed(0, Capability.ALL)
            .mapToObj(missing -> "capability:" + String.join(",", Capability.keys(missing)))
            .toList();

    private Suitability() {}

    private static int needed(RouteRequest request) {
        boolean vectors = request.surface() == Surface.EMBEDDINGS;
        return vectors ? request.needs() | Capability.EMBEDDINGS.bit() : request.needs();
    }

    /** Whether all candidates of a reach can serve the request. */
    static boolean all(Reach reach, RouteRequest request) {
        return reach.serves(needed(request), request.estimatedInputTokens(), request.askedOutputTokens());
    }

    /** Why the candidate cannot serve the request, or null when it can. */
    static @Nullable String reason(Candidate candidate, RouteRequest request) {
        int missing = needed(request) & ~candidate.offers();
        if (missing != 0) {
            return MISSING.get(missing);
        }
        long window = candidate.maxContextTokens();
        long leftForPrompt = window - Math.max(0, request.askedOutputTokens());
        return window != Candidate.UNKNOWN && request.estimatedInputTokens() > leftForPrompt ? WINDOW : null;
    }
}
