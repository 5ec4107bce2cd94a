package io.faregate.bench.load;

import io.faregate.bench.rig.TextTable;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The figures of a load test as tables and as JSON. Only what was measured is printed. Immutable. */
final class LoadReport {
    private static final String DIRECT = "direct";
    private static final String BARE = "bare";

    private final List<Rounds> scenarios;
    private final String box;

    LoadReport(List<Rounds> scenarios, String box) {
        this.scenarios = scenarios;
        this.box = box;
    }

    String print() {
        StringBuilder text = new StringBuilder(box).append('\n');
        for (Rounds rounds : scenarios) {
            text.append("\n")
                    .append(rounds.scenario().name())
                    .append(": ")
                    .append(rounds.scenario().title());
            text.append(" (median [least-most] of ")
                    .append(rounds.byTarget().values().iterator().next().size())
                    .append(" rounds)\n");
            text.append(figures(rounds)).append(ratios(rounds));
        }
        return text.toString();
    }

    private static String figures(Rounds rounds) {
        TextTable table = new TextTable()
                .row("", "calls/s", "p50 us", "p99 us", "p99.9 us", "CPU us/call", "bytes/call", "RSS MB", "failed");
        for (Map.Entry<String, List<Window>> target : rounds.byTarget().entrySet()) {
            String name = target.getKey();
            boolean metered = target.getValue().get(0).cost().cpuNanos() > 0;
            boolean counted = metered && target.getValue().get(0).cost().allocatedBytes() >= 0;
            table.row(
                    name,
                    Median.of(rounds.figures(name, Window::perSecond)).print(0),
                    Median.of(rounds.figures(name, window -> window.micros(50))).print(0),
                    Median.of(rounds.figures(name, window -> window.micros(99))).print(0),
                    Median.of(rounds.figures(name, window -> window.micros(99.9)))
                            .print(0),
                    metered
                            ? Median.of(rounds.figures(name, Window::cpuMicrosPerCall))
                                    .print(1)
                            : "-",
                    counted
                            ? Median.of(rounds.figures(name, Window::bytesPerCall))
                                    .print(0)
                            : "-",
                    metered
                            ? Median.of(rounds.figures(name, LoadReport::residentMegabytes))
                                    .print(0)
                            : "-",
                    Long.toString(rounds.failed(name)));
        }
        return table.print();
    }

    private static String ratios(Rounds rounds) {
        if (!rounds.has(BARE) || !rounds.has(DIRECT)) {
            return rounds.byTarget().size() > 1 ? againstTheFirst(rounds) : "";
        }
        TextTable table = new TextTable()
                .row(
                        "",
                        "added p50 us",
                        "added p99 us",
                        "added p99.9 us",
                        "calls/s : bare",
                        "CPU : bare",
                        "without compilers",
                        "bytes : bare");
        for (String name : rounds.byTarget().keySet()) {
            if (name.equals(DIRECT)) {
                continue;
            }
            boolean metered = rounds.byTarget().get(name).get(0).cost().cpuNanos() > 0;
            boolean counted =
                    metered && rounds.byTarget().get(name).get(0).cost().allocatedBytes() > 0;
            table.row(
                    name,
                    added(rounds, name, 50).print(0),
                    added(rounds, name, 99).print(0),
                    added(rounds, name, 99.9).print(0),
                    Median.ratio(rounds.figures(name, Window::perSecond), rounds.figures(BARE, Window::perSecond))
                            .print(2),
                    metered ? ratio(rounds, name, Window::cpuMicrosPerCall) : "-",
                    metered ? ratio(rounds, name, Window::compiledMicrosPerCall) : "-",
                    counted ? ratio(rounds, name, Window::bytesPerCall) : "-");
        }
        return table.print();
    }

    /** Two routers that differ in one thing. */
    private static String againstTheFirst(Rounds rounds) {
        String first = rounds.byTarget().keySet().iterator().next();
        TextTable table = new TextTable()
                .row(
                        "",
                        "calls/s : " + first,
                        "p50 : " + first,
                        "p99 : " + first,
                        "CPU : " + first,
                        "bytes : " + first);
        rounds.byTarget().keySet().stream()
                .filter(name -> !name.equals(first))
                .forEach(name -> table.row(
                        name,
                        ratio(rounds, name, first, Window::perSecond),
                        ratio(rounds, name, first, window -> window.micros(50)),
                        ratio(rounds, name, first, window -> window.micros(99)),
                        ratio(rounds, name, first, Window::cpuMicrosPerCall),
                        ratio(rounds, name, first, Window::bytesPerCall)));
        return table.print();
    }

    private static String ratio(Rounds rounds, String name, ToDoubleFunction<Window> figure) {
        return ratio(rounds, name, BARE, figure);
    }

    private static String ratio(Rounds rounds, String name, String against, ToDoubleFunction<Window> figure) {
        return Median.ratio(rounds.figures(name, figure), rounds.figures(against, figure))
                .print(2);
    }

    private static Median added(Rounds rounds, String name, double percentile) {
        return Median.difference(
                rounds.figures(name, window -> window.micros(percentile)),
                rounds.figures(DIRECT, window -> window.micros(percentile)));
    }

    private static double residentMegabytes(Window window) {
        return window.cost().residentBytes() / 1e6;
    }

    /** Every round of every target, for later comparison. */
    JsonObject json() {
        JsonArray all = new JsonArray();
        for (Rounds rounds : scenarios) {
            JsonObject targets = new JsonObject();
            rounds.byTarget().forEach((name, windows) -> {
                JsonArray list = new JsonArray();
                windows.forEach(window -> list.add(window(window)));
                targets.put(name, list);
            });
            all.add(new JsonObject().put("scenario", rounds.scenario().name()).put("targets", targets));
        }
        return new JsonObject().put("box", box).put("scenarios", all);
    }

    private static JsonObject window(Window window) {
        return new JsonObject()
                .put("calls_per_second", window.perSecond())
                .put("failed", window.failed())
                .put("p50_us", window.micros(50))
                .put("p99_us", window.micros(99))
                .put("p999_us", window.micros(99.9))
                .put("cpu_us_per_call", window.cpuMicrosPerCall())
                .put("cpu_us_per_call_without_compilers", window.compiledMicrosPerCall())
                .put("bytes_per_call", window.bytesPerCall())
                .put("rss_bytes", window.cost().residentBytes());
    }
}
