package io.faregate.router.cli;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a foreground process hears that it is to end, or to read its file again. */
final class ProcessEnd {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessEnd.class);

    private ProcessEnd() {}

    /** A JVM that a signal ends exits with 128 and more; a clean stop is a 0, so the hook ends the process itself. */
    static void stopOnSignal(Runnable stop) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            try {
                                stop.run();
                            } catch (RuntimeException e) {
                                System.err.println("The process did not stop cleanly: " + e.getMessage());
                                Runtime.getRuntime().halt(1);
                            }
                            Runtime.getRuntime().halt(0);
                        },
                        "stop"));
    }

    /** Ends the process when whoever started it is gone. */
    static void onStdinEof() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // What is written there means nothing; its end does.
                        }
                    } catch (IOException e) {
                        LOG.debug("standard input failed", e);
                    }
                    System.exit(0);
                },
                "stdin");
        watch.setDaemon(true);
        watch.start();
    }

    /**
     * Runs something at each SIGHUP, which would end the process otherwise. The JDK's class for it is outside of what
     * {@code --release} lets a program name, hence by reflection; where it is missing, SIGHUP keeps its usual meaning.
     */
    static void onHangUp(Runnable action) {
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
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            LOG.info("SIGHUP does not reload here: {}", e.toString());
        }
    }
}
