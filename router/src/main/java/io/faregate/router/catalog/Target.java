package io.faregate.router.catalog;

import java.util.Set;

/**
 * A configured way to reach models: a provider under a name, with its own patience, retries and queue.
 *
 * @param weight share in weighted draws, 0 is drained
 * @param retryAttempts calls to this target in one request at most, 1 is no retry
 * @param retryStatuses statuses that may be retried on this target
 * @param maxConcurrent calls at one time, {@link Long#MAX_VALUE} without a bound
 * @param maxQueued calls that may wait for a place
 * @param trustProviderCost whether the cost that the provider reports replaces ours
 */
public record Target(
        String name,
        Provider provider,
        int weight,
        int retryAttempts,
        Set<Integer> retryStatuses,
        long initialBackoffNanos,
        long connectTimeoutNanos,
        long firstTokenTimeoutNanos,
        long idleTimeoutNanos,
        long totalTimeoutNanos,
        long maxConcurrent,
        long maxQueued,
        boolean trustProviderCost) {}
