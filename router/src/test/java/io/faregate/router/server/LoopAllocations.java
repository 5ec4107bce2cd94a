package io.faregate.router.server;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** What event loops have allocated: trees that are built elsewhere are not in it. */
final class LoopAllocations {
    private LoopAllocations() {}

    /** The bytes that all living event loops have allocated so far. */
    static long bytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().contains("eventloop"))
                .mapToLong(thread -> threads.getThreadAllocatedBytes(thread.getThreadId()))
                .sum();
    }
}
