package io.faregate.router.config;

import java.util.regex.Pattern;

/** Tells hosts of this machine from others, by their spelling alone: no name is resolved. */
final class Hosts {
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[?::1\\]?|\\[?0:0:0:0:0:0:0:1\\]?");

    private Hosts() {}

    /** Whether a host can only be reached from this machine. */
    static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host).matches();
    }
}
