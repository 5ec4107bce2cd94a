package io.faregate.router.limits;

import java.util.function.LongSupplier;

/** Told of each limit that replicas share. */
public interface PermitVisitor {
    /**
     * One limit.
     *
     * @param name the same in all processes
     * @param ofDay whether it is of a calendar day, which the name says, and not of a minute
     * @param used what this process counts of it
     */
    void visit(Permits permits, String name, long limit, boolean ofDay, LongSupplier used);
}
