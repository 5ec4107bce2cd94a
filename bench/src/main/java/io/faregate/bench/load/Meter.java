package io.faregate.bench.load;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * Reads what one process has used: run time from the kernel's account of its threads, allocation from the JVM's own
 * account. Not thread-safe.
 */
final class Meter implements AutoCloseable {
    private final long pid;
    private final @Nullable JMXConnector connector;
    private final @Nullable MBeanServerConnection beans;

    private Meter(long pid, @Nullable JMXConnector connector, @Nullable MBeanServerConnection beans) {
        this.pid = pid;
        this.connector = connector;
        this.beans = beans;
    }

    /** A meter of {@code pid}; 0 measures nothing, a process that is no JVM has no account of allocation. */
    @SuppressWarnings("BanJNDI") // the address is the local agent's of a process on this machine
    static Meter of(long pid) {
        if (pid == 0 || !isJava(pid)) {
            return new Meter(pid, null, null);
        }
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                JMXConnector connector =
                        JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
                return new Meter(pid, connector, connector.getMBeanServerConnection());
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | IOException e) {
            System.err.println("no account of allocation for process " + pid + ": " + e.getMessage());
            return new Meter(pid, null, null);
        }
    }

    /** A meter that leaves the process alone: no agent is started in it. */
    static Meter withoutAllocation(long pid) {
        return new Meter(pid, null, null);
    }

    private static boolean isJava(long pid) {
        return VirtualMachine.list().stream().anyMatch(machine -> machine.id().equals(Long.toString(pid)));
    }

    Cost read() {
        if (pid == 0) {
            return Cost.UNKNOWN;
        }
        try {
            return cost(allocatedBytes(), residentBytes());
        } catch (IOException | JMException e) {
            throw new IllegalStateException("cannot measure process " + pid, e);
        }
    }

    private Cost cost(long allocatedBytes, long residentBytes) throws IOException {
        Path tasks = Path.of("/proc", Long.toString(pid), "task");
        if (!Files.isDirectory(tasks)) {
            long all = ProcessHandle.of(pid)
                    .flatMap(process -> process.info().totalCpuDuration())
                    .map(java.time.Duration::toNanos)
                    .orElse(0L);
            return new Cost(all, 0, allocatedBytes, residentBytes);
        }
        long all = 0;
        long compilers = 0;
        try (Stream<Path> threads = Files.list(tasks)) {
            for (Path thread : threads.toList()) {
                try {
                    String account = Files.readString(thread.resolve("schedstat"), StandardCharsets.US_ASCII);
                    long nanos = Long.parseLong(account.substring(0, account.indexOf(' ')));
                    all += nanos;
                    compilers += isCompiler(thread) ? nanos : 0;
                } catch (IOException ended) {
                    // a thread that ends between the listing and the reading has no account any more
                }
            }
        }
        return new Cost(all, compilers, allocatedBytes, residentBytes);
    }

    /** The JVM names them so; the kernel keeps fifteen letters. */
    private static boolean isCompiler(Path thread) throws IOException {
        String name = Files.readString(thread.resolve("comm"), StandardCharsets.US_ASCII);
        return name.startsWith("C1 CompilerThre") || name.startsWith("C2 CompilerThre");
    }

    private long allocatedBytes() throws IOException, JMException {
        if (beans == null) {
            return -1;
        }
        ObjectName threading = new ObjectName("java.lang:type=Threading");
        Object ids = beans.getAttribute(threading, "AllThreadIds");
        Object bytes = beans.invoke(
                threading, "getThreadAllocatedBytes", new Object[] {ids}, new String[] {long[].class.getName()});
        long sum = 0;
        for (long one : (long[]) bytes) {
            sum += Math.max(0, one);
        }
        return sum;
    }

    private long residentBytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(pid), "status");
        if (!Files.exists(status)) {
            return 0;
        }
        for (String line : Files.readAllLines(status, StandardCharsets.US_ASCII)) {
            if (line.startsWith("VmRSS:")) {
                return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        return 0;
    }

    @Override
    public void close() {
        if (connector != null) {
            try {
                connector.close();
            } catch (IOException gone) {
                System.err.println("the account of process " + pid + " was closed by its end");
            }
        }
    }
}
