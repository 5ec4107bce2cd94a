package io.faregate.router.server;

import java.nio.charset.StandardCharsets;

/** Whether a provider's error says that it will not be asked for usage in streams. */
final class StreamUsageRefusal {
    private static final int BYTES_LOOKED_AT = 4096;

    private StreamUsageRefusal() {}

    static boolean told(byte[] error) {
        int length = Math.min(error.length, BYTES_LOOKED_AT);
        String text = new String(error, 0, length, StandardCharsets.ISO_8859_1);
        return text.contains("stream_options") || text.contains("include_usage");
    }
}
