package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;

/** What to do next with a request. */
public sealed interface Step {
    /**
     * Call a candidate, if limits, queue and budgets admit it.
     *
     * @param again whether the same target is called once more
     * @param waitNanos how long to wait before
     * @param panic whether a bench is looked past because everybody is benched
     */
    record Attempt(Candidate candidate, boolean again, long waitNanos, boolean panic) implements Step {}

    /** Tell the client that nothing more will be tried. */
    record Reply(Refusal refusal) implements Step {}
}
