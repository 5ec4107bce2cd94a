package io.faregate.bench.load;

import io.faregate.bench.rig.Child;
import io.faregate.bench.rig.Folder;
import io.faregate.bench.rig.Home;
import io.faregate.bench.rig.Troupe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The programs of a load test, all alive at once: provider, bare proxy, router. Not thread-safe. */
final class Arena implements AutoCloseable {
    private static final String RESOURCES = "/io/faregate/bench/load/";
    private static final int READY_SECONDS = 60;

    /** The router beside it, started with it, whose budgets are its own. */
    static final String OWN = "faregate-own";

    /** The router whose budgets are shared. */
    static final String SHARED = "faregate-shared";

    /** The router whose rows are taken slowly. */
    static final String SLOW_ROWS = "faregate-slow-rows";

    private final Troupe troupe;
    private final Folder folder;
    private final Map<String, Target> targets = new LinkedHashMap<>();
    private final StartUp.Launch proxy;
    private final StartUp.Launch router;
    private final StartUp.Launch routerBare;
    private @Nullable SharedStore store;

    /**
     * Starts the provider and waits until it is ready.
     *
     * @param folder where logs and rows go
     * @param loops event loops of the provider and the proxy
     * @param simPort port of the provider, 0 for any
     * @throws IllegalStateException it does not start
     */
    Arena(Home home, Folder folder, int loops, int simPort) throws InterruptedException {
        this.folder = folder;
        troupe = new Troupe(home, folder);
        try {
            String models =
                    troupe.bring(RESOURCES + "load-models.yaml", "models.yaml").toString();
            String configuration =
                    troupe.bring(RESOURCES + "load.yaml", "faregate.yaml").toString();
            String number = Integer.toString(loops);
            String sim = troupe.sim("--loops", number, "--port", Integer.toString(simPort), "--settings", models);
            targets.put("direct", Target.of("direct", sim + "/v1", List.of(), 0));
            proxy = () -> troupe.start("proxy", "bench", List.of("proxy", "--upstream", sim, "--loops", number));
            List<String> arguments = List.of("router", "--config", configuration);
            router = () -> troupe.start("router", "router", arguments);
            routerBare = () -> troupe.startBare("router", "router", arguments);
        } catch (InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Starts what the scenarios need: {@code direct}, {@code bare}, {@code faregate}, in this order, then the routers
     * in a special place; one whose place this machine cannot make is left out, with a word on it.
     */
    Map<String, Target> targets(List<Scenario> scenarios) throws InterruptedException {
        if (targets.size() == 1) {
            add("bare", proxy.start());
            add("faregate", router.start());
        }
        try {
            if (scenarios.stream().anyMatch(scenario -> scenario.who() == Scenario.Who.SHARED)) {
                store = SharedStore.start(folder.path());
                Child own = variant(OWN, "");
                Child shared = variant(SHARED, "shared: { redis: \"" + store.url() + "\" }");
                add(OWN, own);
                add(SHARED, shared);
            }
        } catch (IOException e) {
            System.err.println("load: no shared store: " + e.getMessage());
        }
        try {
            if (scenarios.stream().anyMatch(scenario -> scenario.who() == Scenario.Who.SLOW_ROWS)) {
                Child slow = variant(SLOW_ROWS, "");
                add(SLOW_ROWS, slow);
                SlowRows.in(folder.path().resolve(SLOW_ROWS), url(SLOW_ROWS));
            }
        } catch (IOException e) {
            targets.remove(SLOW_ROWS);
            System.err.println("load: no slow place for rows: " + e.getMessage());
        }
        return targets;
    }

    private String url(String name) {
        Target target = Objects.requireNonNull(targets.get(name));
        return "http://" + target.host() + ":" + target.port();
    }

    /** A router like the others but for some lines of configuration, with rows of its own. */
    private Child variant(String name, String lines) throws IOException {
        Path configuration = troupe.bring(RESOURCES + "load.yaml", name + ".yaml");
        Path rows = Files.createDirectories(folder.path().resolve(name));
        String text = Files.readString(configuration, StandardCharsets.UTF_8)
                .replace("usage: { dir: usage }", "usage: { dir: \"" + rows + "\" }");
        Files.writeString(configuration, text + lines + "\n", StandardCharsets.UTF_8);
        return troupe.start("router", "router", List.of("router", "--config", configuration.toString()));
    }

    /** A bare proxy more. */
    StartUp.Launch proxy() {
        return proxy;
    }

    /** A router more; it writes rows beside the others'. */
    StartUp.Launch router() {
        return router;
    }

    /** One more that loads all its classes from the jar. */
    StartUp.Launch routerBare() {
        return routerBare;
    }

    @Override
    public void close() {
        troupe.close();
        if (store != null) {
            store.close();
        }
    }

    private void add(String name, Child child) throws InterruptedException {
        targets.put(name, Target.of(name, child.awaitReady(READY_SECONDS) + "/v1", List.of(), child.pid()));
    }
}
