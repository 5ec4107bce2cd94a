package io.faregate.router.wire;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes the router's own JSON: error bodies and error events. */
public final class ErrorEnvelope {
    /** The end mark of a stream. */
    private static final byte[] DONE = "data: [DONE]\n\n".getBytes(StandardCharsets.US_ASCII);

    private static final String NO_ATTEMPTS = "[]";

    private ErrorEnvelope() {}

    /**
     * An error body.
     *
     * @param attempted the JSON array of what was tried, or null for an empty one
     */
    public static byte[] error(String message, String type, String code, byte @Nullable [] attempted) {
        return body(message, type, code, attempted).toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The last event of a stream that broke: no finish, and no end mark behind it. */
    public static byte[] event(String message, String code) {
        StringBuilder out = new StringBuilder("data: ");
        out.append(body(message, "upstream_error", code, null)).append("\n\n");
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The end mark of a stream, as an event; not to be changed. */
    public static byte[] done() {
        return DONE;
    }

    /** A text as a JSON string. */
    public static byte[] quoted(String text) {
        return JsonOut.quote(text);
    }

    private static StringBuilder body(String message, String type, String code, byte @Nullable [] attempted) {
        StringBuilder out = new StringBuilder(200 + message.length());
        JsonOut.string(out.append("{\"error\":{\"message\":"), message);
        JsonOut.string(out.append(",\"type\":"), type);
        JsonOut.string(out.append(",\"code\":"), code);
        out.append(",\"param\":null,\"attempted\":");
        out.append(attempted == null ? NO_ATTEMPTS : new String(attempted, StandardCharsets.UTF_8));
        return out.append("}}");
    }
}
