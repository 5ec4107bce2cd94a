package io.faregate.bench.load;

import io.faregate.bench.rig.Child;
import io.faregate.bench.rig.Folder;
import io.faregate.bench.rig.Home;
import io.faregate.bench.rig.Troupe;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The programs of a load test, all alive at once: provider, bare proxy, router. Not thread-safe. */
final class Arena implements AutoCloseable {
    private static final String RESOURCES = "/io/faregate/bench/load/";
    private static final int READY_SECONDS = 60;

    private final Troupe troupe;
    private final Map<String, Target> targets = new LinkedHashMap<>();
    private final StartUp.Launch proxy;
    private final StartUp.Launch router;
    private final StartUp.Launch routerBare;

    /**
     * Starts the provider and waits until it is ready.
     *
     * @param folder where logs and rows go
     * @param loops event loops of the provider and the proxy
     * @param simPort port of the provider, 0 for any
     * @throws IllegalStateException it does not start
     */
    Arena(Home home, Folder folder, int loops, int simPort) throws InterruptedException {
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

    /** Starts the proxy and the router: {@code direct}, {@code bare}, {@code faregate}, in this order. */
    Map<String, Target> targets() throws InterruptedException {
        if (targets.size() == 1) {
            add("bare", proxy.start());
            add("faregate", router.start());
        }
        return targets;
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
    }

    private void add(String name, Child child) throws InterruptedException {
        targets.put(name, Target.of(name, child.awaitReady(READY_SECONDS) + "/v1", List.of(), child.pid()));
    }
}
