package io.faregate.router.config;

import java.math.BigDecimal;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The ports that the environment puts in the place of the file's; {@link #NOT_SET} leaves the file's. */
record Ports(int router, int analytics) {
    static final int MOST = 65_535;
    static final int NOT_SET = -1;

    static Ports of(Environment environment, Faults faults) {
        return new Ports(
                port("FAREGATE_ROUTER_PORT", environment, faults),
                port("FAREGATE_ANALYTICS_PORT", environment, faults));
    }

    /** Whether the port of a URL, if it has one, can be called. */
    static boolean callable(URI url) {
        // Where none is written it is -1, which can't be written.
        return url.getPort() != 0 && url.getPort() <= MOST;
    }

    private static int port(String variable, Environment environment, Faults faults) {
        String text = environment.get(variable);
        if (text == null) {
            return NOT_SET;
        }
        @Nullable BigDecimal port = Expected.parse(text);
        Expected expected = Expected.whole(0, MOST);
        if (port == null || !expected.holds(port)) {
            faults.variable(variable, "found \"" + text + "\", expected " + expected.words());
            return NOT_SET;
        }
        return port.intValueExact();
    }
}
