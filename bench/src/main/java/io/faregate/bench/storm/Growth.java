package io.faregate.bench.storm;

import io.faregate.bench.rig.Fetch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What a process holds at rest, round after round. Not thread-safe. */
final class Growth {
    private static final int COLLECTION_SECONDS = 20;

    /** A task's budget is kept for a day and its memory is wanted: what one takes, with its places in the tables. */
    private static final long TASK_BYTES = 256;

    private final List<Long> heapBytes = new ArrayList<>();
    private final List<Long> openFiles = new ArrayList<>();

    /** Looks at a router that has nothing in hand; its garbage is collected first. */
    void look(long pid, String routerUrl) throws IOException, InterruptedException {
        Process collection = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(pid),
                        "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!collection.waitFor(COLLECTION_SECONDS, TimeUnit.SECONDS)) {
            collection.destroyForcibly();
        }
        long wantedBytes = TASK_BYTES * Fetch.metric(routerUrl, "faregate_tasks_remembered");
        heapBytes.add(Math.max(0, Fetch.metric(routerUrl, "faregate_heap_used_bytes") - wantedBytes));
        Path files = Path.of("/proc", Long.toString(pid), "fd");
        if (Files.isDirectory(files)) {
            try (Stream<Path> open = Files.list(files)) {
                openFiles.add(open.count());
            }
        }
    }

    /** What was found at the last look, for the progress line. */
    String last() {
        return heapBytes.get(heapBytes.size() - 1) / 1024 + " kB heap but for tasks, "
                + (openFiles.isEmpty() ? "?" : openFiles.get(openFiles.size() - 1)) + " open files";
    }

    /** The median heap but for tasks of the last quarter of the rounds, and of the quarter after the first. */
    long[] heap() {
        return quarters(heapBytes);
    }

    /** The same of open files; zeros where the system does not tell. */
    long[] files() {
        return openFiles.isEmpty() ? new long[] {0, 0} : quarters(openFiles);
    }

    private static long[] quarters(List<Long> values) {
        int quarter = Math.max(1, values.size() / 4);
        long last = median(values.subList(values.size() - quarter, values.size()));
        int from = Math.min(quarter, values.size() - 1);
        return new long[] {last, median(values.subList(from, Math.min(values.size(), from + quarter)))};
    }

    /** One look that came before its collection had ended says nothing. */
    private static long median(List<Long> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(0L);
    }
}
