package io.faregate.analytics.config;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Whether a host is this machine alone. */
public final class Loopback {
    private Loopback() {}

    /** True for the loopback addresses and names that mean one. */
    public static boolean is(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
