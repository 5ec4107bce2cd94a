package io.faregate.bench.demo;

import io.faregate.bench.rig.Folder;
import io.faregate.bench.rig.Home;
import io.faregate.bench.rig.Troupe;
import java.util.List;

/** The three programs of the demonstration. */
final class Stage implements AutoCloseable {
    private final Troupe troupe;
    private final String simUrl;
    private final String routerUrl;
    private final String analyticsUrl;

    /**
     * Starts all three and waits until they are ready.
     *
     * @throws IllegalStateException one of them does not start
     */
    Stage(Home home, Folder folder) throws InterruptedException {
        troupe = new Troupe(home, folder);
        try {
            String configuration = troupe.bring("/io/faregate/router/demo.yaml", "faregate.yaml")
                    .toString();
            simUrl = troupe.sim();
            routerUrl = troupe.ready("router", "router", List.of("router", "--config", configuration));
            analyticsUrl = troupe.ready("analytics", "analytics", List.of("analytics", "--config", configuration));
        } catch (InterruptedException | RuntimeException e) {
            troupe.close();
            throw e;
        }
    }

    String simUrl() {
        return simUrl;
    }

    String routerUrl() {
        return routerUrl;
    }

    String analyticsUrl() {
        return analyticsUrl;
    }

    @Override
    public void close() {
        troupe.close();
    }
}
