package io.faregate.analytics;

import io.faregate.analytics.cli.ConfigOption;
import io.faregate.analytics.config.ConfigFaults;
import io.faregate.analytics.config.ConfigReader;
import io.faregate.analytics.config.Settings;
import io.faregate.analytics.store.StoreException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analytics}: the service, in the foreground until it is told to stop. */
@Command(
        name = "analytics",
        mixinStandardHelpOptions = true,
        description = "Starts the analytics service in the foreground.")
final class AnalyticsCommand implements Callable<Integer> {
    @Mixin
    private ConfigOption config = new ConfigOption();

    @Option(
            names = "--exit-on-stdin-eof",
            description = "Stop when standard input ends: for a parent that started this.")
    private boolean exitOnStdinEof;

    @Override
    public Integer call() throws InterruptedException {
        AnalyticsService service;
        Settings settings;
        try {
            settings = Settings.open(new ConfigReader(System.getenv()::get), config.file());
            service = AnalyticsService.start(settings);
        } catch (ConfigFaults e) {
            Path file = config.file();
            System.err.println((file == null ? "" : file + ":\n") + e.getMessage());
            return 1;
        } catch (StoreException | IllegalStateException e) {
            System.err.println(e.getMessage());
            return 1;
        }
        stopOnSignal(service);
        onHangUp(settings::reload);
        if (exitOnStdinEof) {
            watchStdin();
        }
        String configured = settings.now().host();
        String host = configured.contains(":") ? "[" + configured + "]" : configured;
        System.out.println("analytics ready on http://" + host + ":" + service.port());
        System.out.flush();
        Thread.currentThread().join();
        return 0;
    }

    /** A JVM that a signal ends exits with 128 and more; a clean stop is a 0, so the hook ends the process itself. */
    private static void stopOnSignal(AnalyticsService service) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            try {
                                service.close();
                            } catch (RuntimeException e) {
                                System.err.println("analytics did not stop cleanly: " + e.getMessage());
                                Runtime.getRuntime().halt(1);
                            }
                            Runtime.getRuntime().halt(0);
                        },
                        "stop"));
    }

    /**
     * Runs something at each SIGHUP, which would end the process otherwise. The JDK's class for it is outside of what
     * {@code --release} lets a program name, hence by reflection.
     */
    private static void onHangUp(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            Object hangUp = signal.getConstructor(String.class).newInstance("HUP");
            signal.getMethod("handle", signal, handler).invoke(null, hangUp, proxy);
        } catch (ReflectiveOperationException e) {
            System.err.println("SIGHUP does not reload here: " + e);
        }
    }

    private static void watchStdin() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // What is written there means nothing; its end does.
                        }
                    } catch (IOException e) {
                        System.err.println("standard input failed: " + e.getMessage());
                    }
                    System.exit(0);
                },
                "stdin");
        watch.setDaemon(true);
        watch.start();
    }
}
