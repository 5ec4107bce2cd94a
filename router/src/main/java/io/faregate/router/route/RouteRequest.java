package io.faregate.router.route;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a request that a decision needs; nothing of its text but what content rules look at. Immutable.
 *
 * @param model the name the client asked for
 * @param needs mask of {@link io.faregate.router.catalog.Capability}
 * @param estimatedInputTokens the estimate of the prompt, answers not included
 * @param askedOutputTokens the stated maximum of one answer, or {@link #NOT_ASKED}
 * @param answers the asked number of answers ({@code n}), at least 1
 * @param effortNone whether reasoning was explicitly switched off
 * @param metadata string members of {@code metadata}, for rules and the task id
 * @param userText the text of user turns, only where content rules exist, else empty
 * @param continuable false when a broken stream of it could not be continued (n over 1, response_format, logprobs)
 */
public record RouteRequest(
        Surface surface,
        String model,
        boolean stream,
        boolean usageAsked,
        int needs,
        long estimatedInputTokens,
        long askedOutputTokens,
        long answers,
        boolean effortNone,
        Map<String, String> metadata,
        String userText,
        boolean continuable) {
    /** No maximum was stated. */
    public static final long NOT_ASKED = -1;

    /** The task id the body names, or null. */
    public @Nullable String metadataTaskId() {
        return metadata.get("task_id");
    }
}
