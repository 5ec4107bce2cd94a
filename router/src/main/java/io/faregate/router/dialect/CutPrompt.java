package io.faregate.router.dialect;

import io.faregate.router.cost.Usage;

/**
 * Finds answers to prompts that a local server has cut from the front because they were longer than its window: the
 * instructions and the tools are gone then, and it says nothing. Stateless.
 */
public final class CutPrompt {
    /** The reason that attempts carry. */
    public static final String REASON = "prompt_truncated";

    private static final long LEAST_TOKENS = 1_024;

    private CutPrompt() {}

    /**
     * Whether the counts look like a cut: hardly half of the estimate was read, or the window was filled to its last
     * token, which a power of two tells.
     *
     * @param estimatedTokens of the whole prompt
     */
    public static boolean suspected(String provider, long estimatedTokens, Usage told) {
        if (!Quirks.of(provider).truncatesPrompts() || estimatedTokens < LEAST_TOKENS || told.inputTokens() < 0) {
            return false;
        }
        long filled = told.inputTokens() + Math.max(0, told.outputTokens());
        boolean full = filled >= LEAST_TOKENS && Long.bitCount(filled) == 1 && told.inputTokens() < estimatedTokens;
        return full || told.inputTokens() * 2 < estimatedTokens;
    }
}
