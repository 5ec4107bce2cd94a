package io.faregate.router.server;

/**
 * How long a client may take, so that connections on which nothing happens do not pile up. Immutable.
 *
 * @param idleMillis a connection without a request in hand, be it between two or with a head that does not end
 * @param bodyMillis a body of which hardly anything comes
 * @param stallMillis an answer of which the client takes nothing more
 */
record Patience(long idleMillis, long bodyMillis, long stallMillis) {
    /** Longer than the 60 s after which clients and load balancers commonly give up an idle connection themselves. */
    static final Patience USUAL = new Patience(75_000, 30_000, 60_000);
}
