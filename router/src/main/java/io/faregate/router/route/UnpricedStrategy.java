package io.faregate.router.route;

/** What cost ranking does with candidates that have no complete price. */
public enum UnpricedStrategy {
    /** Called only when no priced one is compatible, then in declared order. */
    FALLBACK,
    /** Never called. */
    SKIP,
    /** A missing price counts as 0. */
    ALLOW
}
