package io.faregate.bench.demo;

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
import java.util.List;
import java.util.Map;

/** The three programs of the demonstration on free ports, with one folder for all they write. Not thread-safe. */
final class Stage implements AutoCloseable {
    private static final String CONFIGURATION = "/io/faregate/router/demo.yaml";
    private static final int READY_SECONDS = 60;

    private final List<Child> children = new ArrayList<>();
    private final String simUrl;
    private final String routerUrl;
    private final String analyticsUrl;

    private Stage(Home home, Path dir) throws InterruptedException {
        Path configuration = dir.resolve("faregate.yaml");
        copyConfiguration(configuration);
        Map<String, String> environment = new HashMap<>(Map.of(
                "FAREGATE_DATA_DIR", dir.toString(), "FAREGATE_ROUTER_PORT", "0", "FAREGATE_ANALYTICS_PORT", "0"));
        List<String> config = List.of("--config", configuration.toString());
        try {
            simUrl = start("sim", dir, environment, home.jar("bench"), List.of("sim", "--exit-on-stdin-eof"));
            environment.put("SIM_URL", simUrl);
            routerUrl = start("router", dir, environment, home.jar("router"), verb("router", config));
            analyticsUrl = start("analytics", dir, environment, home.jar("analytics"), verb("analytics", config));
        } catch (InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Starts all three and waits until they are ready.
     *
     * @throws IllegalStateException one of them does not start
     */
    static Stage open(Home home, Path dir) throws InterruptedException {
        return new Stage(home, dir);
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

    /** Ends the last started first. */
    @Override
    public void close() {
        Collections.reverse(children);
        children.forEach(Child::close);
        children.clear();
    }

    private String start(String name, Path dir, Map<String, String> environment, Path jar, List<String> arguments)
            throws InterruptedException {
        Child child = Child.start(name, dir, environment, jar, arguments);
        children.add(child);
        return child.awaitReady(READY_SECONDS);
    }

    private static List<String> verb(String verb, List<String> options) {
        List<String> all = new ArrayList<>(List.of(verb));
        all.addAll(options);
        return all;
    }

    private static void copyConfiguration(Path target) {
        try (InputStream in = Stage.class.getResourceAsStream(CONFIGURATION)) {
            if (in == null) {
                throw new IllegalStateException(CONFIGURATION + " is not in this jar");
            }
            Files.copy(in, target);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + target, e);
        }
    }
}
