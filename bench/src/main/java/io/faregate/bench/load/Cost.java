package io.faregate.bench.load;

/**
 * What a process has used.
 *
 * @param cpuNanos run time of all its threads
 * @param compilerNanos how much of it the JVM's compilers took: it ends once all is compiled
 * @param allocatedBytes heap bytes its threads asked for; negative when it cannot be told
 * @param residentBytes memory it holds, not a difference
 */
record Cost(long cpuNanos, long compilerNanos, long allocatedBytes, long residentBytes) {
    static final Cost UNKNOWN = new Cost(0, 0, -1, 0);

    /** From {@code before} until this. */
    Cost since(Cost before) {
        boolean told = allocatedBytes >= 0 && before.allocatedBytes >= 0;
        return new Cost(
                cpuNanos - before.cpuNanos,
                compilerNanos - before.compilerNanos,
                told ? allocatedBytes - before.allocatedBytes : -1,
                residentBytes);
    }
}
