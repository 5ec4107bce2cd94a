package io.faregate.analytics.store;

/** How many rows of a batch were new, known before, or no rows at all. */
public record LoadResult(long accepted, long duplicate, long rejected) {}
