package io.faregate.router.upstream;

import io.faregate.router.catalog.Provider;
import java.net.URI;

/** Where a provider listens, taken apart once. */
record Endpoint(String host, int port, boolean tls, String basePath) {
    static Endpoint of(Provider provider) {
        URI url = provider.baseUrl();
        boolean tls = "https".equalsIgnoreCase(url.getScheme());
        int port = url.getPort() >= 0 ? url.getPort() : tls ? 443 : 80;
        String path = url.getRawPath() == null ? "" : url.getRawPath();
        String host = url.getHost();
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return new Endpoint(
                bracketed ? host.substring(1, host.length() - 1) : host,
                port,
                tls,
                path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
    }
}
