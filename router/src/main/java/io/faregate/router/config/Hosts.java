package io.faregate.router.config;

import java.util.Set;
import java.util.regex.Pattern;

/** Tells hosts of this machine from others, by their spelling alone: no name is resolved. */
final class Hosts {
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[?::1\\]?|\\[?0:0:0:0:0:0:0:1\\]?");

    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "[::]", "0:0:0:0:0:0:0:0", "*", "");

    private Hosts() {}

    /** Whether a host can only be reached from this machine. */
    static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host).matches();
    }

    /** Where this machine reaches what listens on a host: on all addresses means on its own too. */
    static String url(String host, int port) {
        String reached = EVERYWHERE.contains(host) ? "127.0.0.1" : host;
        boolean bare = reached.contains(":") && !reached.startsWith("[");
        return "http://" + (bare ? "[" + reached + "]" : reached) + ":" + port;
    }
}
