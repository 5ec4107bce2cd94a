package io.faregate.router.dialect;

import io.faregate.router.wire.ByteSlices;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What goes to one candidate. Immutable but for the arrays, which nobody changes.
 *
 * @param path below the provider's base URL, with a leading slash
 * @param contentType of the body, or null for JSON
 * @param changed what its dialect cannot say, and so was left out or put otherwise; empty for most
 */
public record Outgoing(
        String path,
        ByteSlices body,
        List<String> changed,
        @Nullable String contentType) {
    /** A JSON body. */
    Outgoing(String path, ByteSlices body, List<String> changed) {
        this(path, body, changed, null);
    }

    /** The same, with what was lost before it came to this dialect. */
    Outgoing withLost(List<String> lost) {
        List<String> all = new ArrayList<>(lost);
        all.addAll(changed);
        return new Outgoing(path, body, List.copyOf(all), contentType);
    }
}
