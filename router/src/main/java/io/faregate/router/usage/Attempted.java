package io.faregate.router.usage;

import io.faregate.router.cost.Usage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one request has tried and passed over so far, in order, and the sums over it. Confined to the exchange that
 * fills it; not thread-safe.
 */
public final class Attempted {
    private static final long UNKNOWN = Attempt.UNKNOWN;

    private final List<Tried> steps = new ArrayList<>(4);
    private int calls;

    /** Appends a step. */
    public void add(Tried step) {
        steps.add(step);
        if (step instanceof Attempt) {
            calls++;
        }
    }

    /** The same and one step more, apart from this one. */
    public Attempted with(Tried next) {
        Attempted more = new Attempted();
        steps.forEach(more::add);
        more.add(next);
        return more;
    }

    /** Puts the ended form of the last attempt in the place of the form it was told in while it still ran. */
    public void replaceLast(Attempt ended) {
        int last = steps.size() - 1;
        if (last < 0 || !(steps.get(last) instanceof Attempt)) {
            throw new IllegalStateException("the last step is no attempt: size=" + steps.size());
        }
        steps.set(last, ended);
    }

    /** All steps in order; a view. */
    public List<Tried> steps() {
        return steps;
    }

    /** The number of real calls. */
    public int calls() {
        return calls;
    }

    /** The last real call, or null when nobody was called. */
    public @Nullable Attempt lastAttempt() {
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (steps.get(i) instanceof Attempt attempt) {
                return attempt;
            }
        }
        return null;
    }

    /**
     * What all attempts used together. A count is unknown when a billed attempt's is; the service tier is the last
     * one told; the provider's own cost is the sum of those told.
     */
    public Usage usage() {
        Attempt only = calls == 1 ? lastAttempt() : null;
        Usage told = only == null || !only.billed() ? null : only.usage();
        if (told != null) {
            return told;
        }
        return new Usage(
                sum(Usage::inputTokens),
                sum(Usage::cachedInputTokens),
                sum(Usage::cacheWriteTokens),
                sum(Usage::cacheWrite1hTokens),
                sum(Usage::audioInputTokens),
                sum(Usage::imageInputTokens),
                sum(Usage::outputTokens),
                sum(Usage::reasoningTokens),
                sum(Usage::audioOutputTokens),
                sum(Usage::imageOutputTokens),
                serviceTier(),
                providerCost());
    }

    /** What all attempts cost together, or {@link Attempt#UNKNOWN} when that of a billed one is unknown. */
    public long costPicoUsd() {
        long sum = 0;
        for (Tried step : steps) {
            if (step instanceof Attempt attempt) {
                if (attempt.costPicoUsd() >= 0) {
                    sum = addSaturating(sum, attempt.costPicoUsd());
                } else if (attempt.billed()) {
                    return UNKNOWN;
                }
            }
        }
        return sum;
    }

    private long sum(Count count) {
        long sum = 0;
        for (Tried step : steps) {
            if (step instanceof Attempt attempt) {
                Usage usage = attempt.usage();
                long tokens = usage == null ? UNKNOWN : count.of(usage);
                if (tokens >= 0) {
                    sum = addSaturating(sum, tokens);
                } else if (attempt.billed()) {
                    return UNKNOWN;
                }
            }
        }
        return sum;
    }

    private @Nullable String serviceTier() {
        String tier = null;
        for (Tried step : steps) {
            if (step instanceof Attempt attempt && attempt.usage() != null) {
                String told = attempt.usage().serviceTier();
                tier = told == null ? tier : told;
            }
        }
        return tier;
    }

    private long providerCost() {
        long sum = UNKNOWN;
        for (Tried step : steps) {
            if (step instanceof Attempt attempt && attempt.usage() != null) {
                long told = attempt.usage().providerCostPicoUsd();
                if (told >= 0) {
                    sum = addSaturating(Math.max(sum, 0), told);
                }
            }
        }
        return sum;
    }

    private static long addSaturating(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private interface Count {
        long of(Usage usage);
    }
}
