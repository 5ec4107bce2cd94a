package io.faregate.router.catalog;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who serves models under a base URL.
 *
 * @param baseUrl as the provider's documents give it, version path included, without a slash at the end
 * @param dialect {@code openai} or {@code anthropic}
 * @param slots its credentials, at least one when registered
 * @param missing why it is not registered (the variable that is missing), or null when it is
 */
public record Provider(
        String name,
        URI baseUrl,
        String dialect,
        List<KeySlot> slots,
        @Nullable String missing) {
    /** Whether it can be called. */
    public boolean registered() {
        return missing == null;
    }
}
