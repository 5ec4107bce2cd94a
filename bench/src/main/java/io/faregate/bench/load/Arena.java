package io.faregate.bench.load;

import io.faregate.bench.rig.Child;
import io.faregate.bench.rig.Home;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The programs of a load test, all alive at once: provider, bare proxy, router. Not thread-safe. */
final class Arena implements AutoCloseable {
    private static final int READY_SECONDS = 60;

    private final List<Child> children = new ArrayList<>();
    private final Map<String, Target> targets = new LinkedHashMap<>();

    /**
     * Starts all and waits until they are ready.
     *
     * @param dir where logs and rows go
     * @param loops event loops of the provider and the proxy
     * @param simPort port of the provider, 0 for any
     * @throws IllegalStateException one of them does not start
     */
    Arena(Home home, Path dir, int loops, int simPort) throws InterruptedException {
        try {
            Path models = copy("load-models.yaml", dir);
            Path configuration = copy("load.yaml", dir);
            Map<String, String> environment = new HashMap<>(Map.of("FAREGATE_DATA_DIR", dir.toString()));
            environment.put("FAREGATE_ROUTER_PORT", "0");
            String number = Integer.toString(loops);
            String sim = start(
                    "sim",
                    dir,
                    environment,
                    home.jar("bench"),
                    List.of(
                            "sim",
                            "--exit-on-stdin-eof",
                            "--loops",
                            number,
                            "--port",
                            Integer.toString(simPort),
                            "--settings",
                            models.toString()));
            target("direct", sim, 0);
            String proxy = start(
                    "proxy",
                    dir,
                    environment,
                    home.jar("bench"),
                    List.of("proxy", "--upstream", sim, "--loops", number));
            target("bare", proxy, children.get(1).pid());
            environment.put("SIM_URL", sim);
            String router = start(
                    "router",
                    dir,
                    environment,
                    home.jar("router"),
                    List.of("router", "--config", configuration.toString()));
            target("faregate", router, children.get(2).pid());
        } catch (InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** {@code direct}, {@code bare}, {@code faregate}, in this order. */
    Map<String, Target> targets() {
        return targets;
    }

    @Override
    public void close() {
        Collections.reverse(children);
        children.forEach(Child::close);
        children.clear();
    }

    private void target(String name, String url, long pid) {
        targets.put(name, Target.of(name, url + "/v1", List.of(), pid));
    }

    private String start(String name, Path dir, Map<String, String> environment, Path jar, List<String> arguments)
            throws InterruptedException {
        Child child = Child.start(name, dir, environment, jar, arguments);
        children.add(child);
        return child.awaitReady(READY_SECONDS);
    }

    private static Path copy(String resource, Path dir) {
        Path target = dir.resolve(resource);
        try (InputStream in = Arena.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not in this jar");
            }
            Files.copy(in, target);
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + target, e);
        }
    }
}
