package io.faregate.bench.load;

import java.net.URI;
import java.util.Arrays;
import java.util.List;

/**
 * Where load is sent. Immutable.
 *
 * @param name its column in the report
 * @param path what stands before {@code /chat/completions}
 * @param headers further header lines
 * @param pid the process whose cost is measured, 0 when it is not known
 */
record Target(String name, String host, int port, String path, List<String> headers, long pid) {
    static Target of(String name, String url, List<String> headers, long pid) {
        URI uri = URI.create(url);
        if (!"http".equals(uri.getScheme()) || uri.getHost() == null || uri.getPort() < 0) {
            throw new IllegalArgumentException(name + ": expected http://HOST:PORT/PATH, found " + url);
        }
        String path = uri.getPath();
        return new Target(name, uri.getHost(), uri.getPort(), path.isEmpty() ? "/v1" : path, headers, pid);
    }

    /** From {@code NAME=URL[,Header: value…]}; {@code pid: N} among the headers names the process to measure. */
    static Target peer(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("expected NAME=URL[,Header: value], found " + text);
        }
        List<String> parts = Arrays.stream(text.substring(equals + 1).split(","))
                .map(String::strip)
                .toList();
        long pid = 0;
        for (String part : parts) {
            if (part.startsWith("pid:")) {
                pid = Long.parseLong(part.substring("pid:".length()).strip());
            }
        }
        List<String> headers =
                parts.stream().skip(1).filter(part -> !part.startsWith("pid:")).toList();
        return of(text.substring(0, equals), parts.get(0), headers, pid);
    }
}
