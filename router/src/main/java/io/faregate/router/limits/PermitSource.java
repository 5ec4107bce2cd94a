package io.faregate.router.limits;

/** Where limits that replicas share get their permits from. For any thread; never blocks. */
public interface PermitSource {
    /**
     * Asks for what has been noted as lacking.
     *
     * @param answered run once, on any thread, when the permits that there are have come, or nobody can be asked
     */
    void ask(Runnable answered);

    /** Whether asking makes sense. */
    boolean reachable();
}
