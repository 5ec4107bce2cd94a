package io.faregate.router.server;

import io.faregate.router.config.KeyRing;
import io.faregate.router.route.Route;
import io.faregate.router.route.VirtualKey;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Names that a client may give: accepted only where they are safe in headers, rows and logs. */
final class RequestIdentity {
    private static final int LONGEST_ID = 128;
    private static final String BEARER = "Bearer ";

    private RequestIdentity() {}

    /** The client's request id where it is safe, else a new one. */
    static String requestId(HttpServerRequest request, Supplier<String> fresh) {
        String given = request.getHeader("X-Request-Id");
        return given != null && isSafeId(given) ? given : fresh.get();
    }

    /** The task the client names in a header, else in the body; null when each request is a task of its own. */
    static @Nullable String taskId(HttpServerRequest request, @Nullable String fromBody) {
        String given = request.getHeader("X-Task-Id");
        if (given != null && isSafeId(given)) {
            return given;
        }
        return fromBody != null && isSafeId(fromBody) ? fromBody : null;
    }

    /** Whether a text may be the id of a request or a task. */
    static boolean isSafeId(String text) {
        boolean fit = !text.isEmpty() && text.length() <= LONGEST_ID;
        for (int i = 0; fit && i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            fit = letter || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == ':' || c == '-';
        }
        return fit;
    }

    /** The virtual key whose secret the client shows, or null. */
    static @Nullable VirtualKey key(HttpServerRequest request, KeyRing ring) {
        String secret = ring.open() ? null : credential(request);
        return secret == null ? null : ring.find(secret);
    }

    /** The secret a client shows, by either of the two headers its libraries use, or null. */
    static @Nullable String credential(HttpServerRequest request) {
        String authorization = request.getHeader("Authorization");
        if (authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return authorization.substring(BEARER.length()).trim();
        }
        return request.getHeader("x-api-key");
    }

    /** Whether a key opens a route; without keys everything is open. */
    static boolean mayUse(@Nullable VirtualKey key, @Nullable Route route) {
        return route != null && mayUse(key, route.name());
    }

    /** Whether a key opens routes of a name. */
    static boolean mayUse(@Nullable VirtualKey key, String routeName) {
        return key == null || key.routes().isEmpty() || key.routes().contains(routeName);
    }
}
