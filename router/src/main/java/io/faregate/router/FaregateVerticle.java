package io.faregate.router;

import io.faregate.router.cli.RouterProcess;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A router as a part of a Vert.x application: it listens on the application's event loops and drains when it is
 * undeployed. Deploy one instance; it serves from every processor by itself.
 */
public final class FaregateVerticle extends VerticleBase {
    private final Path configuration;
    private final Map<String, String> variables;
    private volatile @Nullable RouterProcess router;

    /**
     * A router by a configuration file.
     *
     * @param variables the environment that the file refers to; {@code System.getenv()} as a rule
     */
    public FaregateVerticle(Path configuration, Map<String, String> variables) {
        this.configuration = configuration;
        this.variables = Map.copyOf(variables);
    }

    /** Fails with everything that is wrong with the file, or when the port cannot be had. */
    @Override
    public Future<?> start() {
        return vertx.executeBlocking(() -> {
            router = RouterProcess.within(vertx, configuration, variables, Version.text());
            return null;
        });
    }

    /** Where it listens, once it is deployed. */
    public String url() {
        RouterProcess running = router;
        if (running == null) {
            throw new IllegalStateException("the router is not deployed");
        }
        return running.url();
    }

    /** Waits for requests in hand up to {@code server.drain}. */
    @Override
    public Future<?> stop() {
        RouterProcess running = router;
        return vertx.executeBlocking(() -> {
            if (running != null) {
                running.stop();
            }
            return null;
        });
    }
}
