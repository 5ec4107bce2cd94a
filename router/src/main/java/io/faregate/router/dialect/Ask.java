package io.faregate.router.dialect;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.wire.ChatRequest;
import java.util.Set;

/**
 * One request on its way to one candidate.
 *
 * @param request the client's, untouched
 * @param maxTokens a maximum that the router sets, or {@link ChatRequest#NO_MAXIMUM}
 * @param refused members at the top that this candidate has refused before
 * @param away whether the candidate's provider is not that of the head of the chain, whose words the history holds
 */
public record Ask(ChatRequest request, Candidate candidate, long maxTokens, Set<String> refused, boolean away) {
    String provider() {
        return candidate.target().provider().name();
    }
}
