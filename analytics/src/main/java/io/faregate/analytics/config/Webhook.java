package io.faregate.analytics.config;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Whom to tell of incidents. Immutable; neither the secret nor the path, which often is one, is ever printed.
 *
 * @param secret what messages are signed with; null for unsigned ones
 */
public record Webhook(URI url, @Nullable String secret) {
    /** Host and scheme, for logs. */
    public String shown() {
        return url.getScheme() + "://" + url.getHost() + "/…";
    }

    @Override
    public String toString() {
        return "Webhook[" + shown() + (secret == null ? "" : ", signed") + "]";
    }
}
