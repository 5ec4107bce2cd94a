package io.faregate.router.limits;

/** Told of each pause between calls that runs. */
public interface PauseVisitor {
    /**
     * Takes one.
     *
     * @param name whose it is, one text on all replicas
     * @param endNanos when the next call may go out
     */
    void visit(String name, long endNanos);
}
