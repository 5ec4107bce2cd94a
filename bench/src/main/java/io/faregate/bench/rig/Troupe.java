package io.faregate.bench.rig;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The programs that one run needs, as child processes with one folder for all they write. Closing ends the last started
 * first and leaves the folder; the end of this JVM closes too. Not thread-safe, but for closing.
 */
public final class Troupe implements AutoCloseable {
    private static final int READY_SECONDS = 60;

    private final Home home;
    private final Folder folder;
    private final List<Child> children = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, String> environment = new HashMap<>();
    private boolean ended;
    private final Thread atExit = new Thread(this::end, "end-of-programs");

    /** Programs of {@code home} that write below {@code folder}; router and analytics take free ports. */
    public Troupe(Home home, Folder folder) {
        this.home = home;
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(atExit);
        environment.put("FAREGATE_DATA_DIR", folder.path().toString());
        environment.put("FAREGATE_ROUTER_PORT", "0");
        environment.put("FAREGATE_ANALYTICS_PORT", "0");
    }

    /**
     * Starts the simulated provider; its URL goes into the environment of those that start later, as {@code SIM_URL}.
     *
     * @return its URL
     * @throws IllegalStateException it does not start
     */
    public String sim(String... options) throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("sim", "--exit-on-stdin-eof"));
        Collections.addAll(arguments, options);
        String url = start("sim", "bench", arguments).awaitReady(READY_SECONDS);
        environment.put("SIM_URL", url);
        return url;
    }

    /** Sets a variable in the environment of those that start later. */
    public void tell(String name, String value) {
        environment.put(name, value);
    }

    /** Starts a program without waiting for it, from its archive of classes if there is one. */
    public Child start(String name, String module, List<String> arguments) {
        List<String> launch = new ArrayList<>(home.archive(module));
        launch.addAll(home.launch(module));
        return start(name, launch, arguments);
    }

    /** Starts a program without waiting for it, with no archive. */
    public Child startBare(String name, String module, List<String> arguments) {
        return start(name, home.launch(module), arguments);
    }

    private Child start(String name, List<String> launch, List<String> arguments) {
        Child child = Child.start(name, folder.path(), environment, launch, arguments);
        children.add(child);
        return child;
    }

    /** Starts a program and returns its URL; errors as in {@link #sim}. */
    public String ready(String name, String module, List<String> arguments) throws InterruptedException {
        return start(name, module, arguments).awaitReady(READY_SECONDS);
    }

    /** Sets a variable for the programs that start later. */
    public void variable(String name, String value) {
        environment.put(name, value);
    }

    /** Copies a bundled file beside the rows and logs. */
    public Path bring(String resource, String name) {
        return bring(resource, name, text -> text);
    }

    /** Copies a bundled file beside the rows and logs, with a change. */
    public Path bring(String resource, String name, UnaryOperator<String> change) {
        Path target = folder.path().resolve(name);
        try (InputStream in = Troupe.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not in this jar");
            }
            Files.writeString(target, change.apply(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + target, e);
        }
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException exiting) {
            // then the hook is what ends them
        }
    }

    private void end() {
        synchronized (children) {
            if (!ended) {
                ended = true;
                Collections.reverse(children);
                children.forEach(Child::close);
                folder.leave();
            }
        }
    }
}
