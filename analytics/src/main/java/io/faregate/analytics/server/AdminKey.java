package io.faregate.analytics.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The key that a caller must show; compared in constant time, and never printed. Immutable. */
final class AdminKey {
    private final byte @Nullable [] header;

    /** A key; null where none is set, and then nobody has it. */
    AdminKey(@Nullable String key) {
        this.header = key == null ? null : ("Bearer " + key).getBytes(UTF_8);
    }

    /** Whether there is one. */
    boolean isSet() {
        return header != null;
    }

    /** Refuses a request that does not show it. */
    void demand(RoutingContext context) {
        String given = context.request().getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || given == null || !MessageDigest.isEqual(header, given.getBytes(UTF_8))) {
            context.response().putHeader("WWW-Authenticate", "Bearer");
            throw new Problem(401, "Unauthorized", "the admin key is needed: Authorization: Bearer …");
        }
    }
}
