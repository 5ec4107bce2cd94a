package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import org.jspecify.annotations.Nullable;

/** Whether a candidate could ever serve a request: what it can do, and how much fits. Stateless. */
final class Suitability {
    static final String WINDOW = "window";

    private Suitability() {}

    /** Who is told of tools in words has tools. */
    private static int offered(int capabilities) {
        boolean prompted = (capabilities & Capability.PROMPTED_TOOLS.bit()) != 0;
        return prompted ? capabilities | Capability.TOOLS.bit() : capabilities;
    }

    private static int needed(RouteRequest request) {
        boolean vectors = request.surface() == Surface.EMBEDDINGS;
        return vectors ? request.needs() | Capability.EMBEDDINGS.bit() : request.needs();
    }

    /** Why the candidate cannot serve the request, or null when it can. */
    static @Nullable String reason(Candidate candidate, RouteRequest request) {
        int missing = needed(request) & ~offered(candidate.capabilities());
        if (missing != 0) {
            return "capability:" + String.join(",", Capability.keys(missing));
        }
        long window = candidate.maxContextTokens();
        long leftForPrompt = window - Math.max(0, request.askedOutputTokens());
        return window != Candidate.UNKNOWN && request.estimatedInputTokens() > leftForPrompt ? WINDOW : null;
    }
}
