package io.faregate.bench.load;

import io.faregate.bench.rig.Folder;
import io.faregate.bench.rig.Home;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code load}: end-to-end load on the router, paired with direct, a bare proxy and any peer, round by round. */
@Command(
        name = "load",
        customSynopsis = "scripts/load [OPTIONS]",
        mixinStandardHelpOptions = true,
        description = {
            "Starts a simulated provider, a bare proxy and the router, and measures all of them in turn, round by round.",
            "Open loops charge a stalled target for every call it held up. Run nothing else meanwhile."
        })
public final class LoadCommand implements Callable<Integer> {
    /** How much longer than another a router may take for as many calls before it counts as warm. */
    private static final int MOST_WARM_UPS = 4;

    @Option(names = "--rounds", defaultValue = "5", description = "rounds of each target (default: ${DEFAULT-VALUE})")
    int rounds;

    @Option(names = "--seconds", defaultValue = "3", description = "length of a window (default: ${DEFAULT-VALUE})")
    int seconds;

    @Option(
            names = "--warm-up",
            defaultValue = "4",
            description = "seconds before the first (default: ${DEFAULT-VALUE})")
    int warmUpSeconds;

    @Option(
            names = "--only",
            split = ",",
            description =
                    "scenarios to run (default: all): start, c1, c16, c64, c64-20ms, c1000-60ms, sse, mixed, shared,"
                            + " slow-rows; only by name: shared-tasks, streams-100, streams-1000, streams-5000")
    List<String> only = new ArrayList<>();

    @Option(
            names = "--peer",
            paramLabel = "NAME=URL[,HEADER…]",
            description = "another router that is running and leads to the upstream; \"pid: N\" names its process")
    List<String> peers = new ArrayList<>();

    @Option(
            names = "--sim-port",
            defaultValue = "0",
            description = "fixed port of the upstream, for peers to be set to")
    int simPort;

    @Option(
            names = "--loops",
            defaultValue = "0",
            description = "event loops of upstream and bare proxy; 0: as many as cores")
    int loops;

    @Option(names = "--quick", description = "two rounds of one second: to see that it runs, not to quote")
    boolean quick;

    @Option(
            names = "--json",
            defaultValue = "${sys:faregate.home:-.}/bench/target/load.json",
            description = "where all rounds go")
    Path json = Path.of("load.json");

    @Override
    public Integer call() throws Exception {
        if (quick) {
            rounds = 2;
            seconds = 1;
            warmUpSeconds = 1;
        }
        List<Target> others;
        List<Scenario> chosen;
        try {
            others = peers.stream().map(Target::peer).toList();
            chosen = Scenario.all().stream()
                    .filter(scenario -> only.isEmpty() ? !scenario.growth() : only.contains(scenario.name()))
                    .toList();
        } catch (IllegalArgumentException e) {
            System.err.println("load: " + e.getMessage());
            return 2;
        }
        List<Rounds> results = new ArrayList<>();
        StartUp startUp = new StartUp();
        int cores = loops == 0 ? Runtime.getRuntime().availableProcessors() : loops;
        try (Arena arena = new Arena(Home.find(), Folder.of(null), cores, simPort)) {
            if (only.isEmpty() || only.contains("start")) {
                startUps(arena, startUp);
            }
            Map<String, Target> targets = new LinkedHashMap<>(chosen.isEmpty() ? Map.of() : arena.targets(chosen));
            others.forEach(peer -> targets.put(peer.name(), peer));
            Vertx vertx = Vertx.vertx(
                    new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
            try {
                for (Scenario scenario : chosen) {
                    results.add(run(vertx, scenario, targets));
                }
            } finally {
                vertx.close().await(10, TimeUnit.SECONDS);
            }
        } catch (IllegalStateException e) {
            System.err.println("load: " + e.getMessage());
            return 1;
        }
        LoadReport report = new LoadReport(results, Box.describe());
        System.out.print(report.print());
        System.out.print(startUp.print());
        write(report);
        return 0;
    }

    private void startUps(Arena arena, StartUp startUp) throws Exception {
        Scenario plain = Scenario.all().get(0);
        for (int round = 1; round <= rounds; round++) {
            System.err.println("start: round " + round + " of " + rounds);
            startUp.measure("bare", arena.proxy(), plain.body(false));
            startUp.measure("faregate", arena.router(), plain.body(true));
            startUp.measure("faregate, no archive", arena.routerBare(), plain.body(true));
        }
    }

    private Rounds run(Vertx vertx, Scenario scenario, Map<String, Target> targets) throws Exception {
        Map<String, Generator> generators = new LinkedHashMap<>();
        Map<String, Meter> meters = new LinkedHashMap<>();
        Rounds all = new Rounds(scenario);
        try {
            for (Target target : targets.values()) {
                boolean faregate = target.name().startsWith("faregate");
                if (scenario.who().takesPart(target.name())) {
                    Request request = Request.chat(
                            target, scenario.body(faregate), scenario.connections(), scenario.callsATask());
                    generators.put(target.name(), Generator.connect(vertx, target, request, scenario.connections()));
                    meters.put(target.name(), Meter.of(target.pid()));
                }
            }
            long calls = 0;
            for (Map.Entry<String, Generator> one : generators.entrySet()) {
                System.err.println(scenario.name() + ": warming up " + one.getKey());
                long made = window(one.getValue(), scenario, warmUpSeconds, meters.get(one.getKey()))
                        .answered();
                boolean equally = scenario.who() == Scenario.Who.SHARED;
                for (int i = 0; equally && made < calls && i < MOST_WARM_UPS * warmUpSeconds; i++) {
                    made += window(one.getValue(), scenario, 1, meters.get(one.getKey()))
                            .answered();
                }
                calls = Math.max(calls, made);
            }
            for (int round = 1; round <= rounds; round++) {
                for (Map.Entry<String, Generator> one : generators.entrySet()) {
                    System.err.println(scenario.name() + ": round " + round + " of " + rounds + ", " + one.getKey());
                    all.add(one.getKey(), window(one.getValue(), scenario, seconds, meters.get(one.getKey())));
                }
            }
            return all;
        } finally {
            generators.values().forEach(Generator::close);
            meters.values().forEach(Meter::close);
        }
    }

    private static Window window(Generator generator, Scenario scenario, int seconds, @Nullable Meter meter)
            throws Exception {
        Meter known = meter == null ? Meter.of(0) : meter;
        long millis = seconds * 1_000L;
        return scenario.perSecond() == 0
                ? generator.closed(millis, known)
                : generator.open(millis, scenario.perSecond(), known);
    }

    private void write(LoadReport report) throws IOException {
        Path folder = json.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(json, report.json().encodePrettily());
        System.err.println("all rounds: " + json);
    }
}
