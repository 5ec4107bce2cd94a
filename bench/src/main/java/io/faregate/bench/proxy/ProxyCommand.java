package io.faregate.bench.proxy;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proxy}: the bare proxy as a process; it ends when its standard input is closed. */
@Command(
        name = "proxy",
        mixinStandardHelpOptions = true,
        description = "Passes every request on to one upstream and does nothing else: the floor of the load test.")
public final class ProxyCommand implements Callable<Integer> {
    @Option(names = "--upstream", required = true, description = "http://HOST:PORT")
    URI upstream = URI.create("http://127.0.0.1");

    @Option(names = "--port", defaultValue = "0", description = "port on 127.0.0.1; 0: any free one")
    int port;

    @Option(names = "--loops", defaultValue = "1", description = "event loops (default: ${DEFAULT-VALUE})")
    int loops;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Vertx vertx =
                Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(loops));
        AtomicInteger bound = new AtomicInteger();
        try {
            vertx.deployVerticle(
                            () -> new BareProxyVerticle(upstream, port == 0 ? -1 : port, bound::set),
                            new DeploymentOptions().setInstances(loops))
                    .await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            System.err.println("proxy: " + e.getMessage());
            return 1;
        }
        System.out.println("proxy ready on http://127.0.0.1:" + bound.get());
        System.out.flush();
        System.in.transferTo(OutputStream.nullOutputStream());
        return 0;
    }
}
