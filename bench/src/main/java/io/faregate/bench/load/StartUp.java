package io.faregate.bench.load;

import io.faregate.bench.rig.Child;
import io.faregate.bench.rig.Fetch;
import io.faregate.bench.rig.TextTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long a program takes from its start to its first 200, and what it holds and has worked by then. */
final class StartUp {
    private final Map<String, List<Double>> seconds = new LinkedHashMap<>();
    private final Map<String, List<Double>> firstMillis = new LinkedHashMap<>();
    private final Map<String, List<Double>> cpuSeconds = new LinkedHashMap<>();
    private final Map<String, List<Double>> megabytes = new LinkedHashMap<>();

    /** Starts a program, asks it for one completion, and ends it. */
    void measure(String name, Launch launch, String body) throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (Child child = launch.start()) {
            String url = child.awaitReady(60);
            long ready = System.nanoTime();
            Fetch.post(url + "/v1/chat/completions", body);
            long end = System.nanoTime();
            try (Meter meter = Meter.withoutAllocation(child.pid())) {
                Cost cost = meter.read();
                list(seconds, name).add((end - start) / 1e9);
                list(firstMillis, name).add((end - ready) / 1e6);
                list(cpuSeconds, name).add(cost.cpuNanos() / 1e9);
                list(megabytes, name).add(cost.residentBytes() / 1e6);
            }
        }
    }

    String print() {
        if (seconds.isEmpty()) {
            return "";
        }
        TextTable table = new TextTable().row("", "to first 200, s", "CPU s", "first request, ms", "RSS MB");
        seconds.forEach((name, values) -> table.row(
                name,
                Median.of(values).print(2),
                Median.of(list(cpuSeconds, name)).print(2),
                Median.of(list(firstMillis, name)).print(0),
                Median.of(list(megabytes, name)).print(0)));
        return "\nstart: from the start of the process to its first 200\n" + table.print();
    }

    private static List<Double> list(Map<String, List<Double>> all, String name) {
        return all.computeIfAbsent(name, first -> new ArrayList<>());
    }

    /** Starts one program anew. */
    interface Launch {
        /** The process; nobody has waited for it yet. */
        Child start();
    }
}
