package io.faregate.router.wire;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes JSON strings. */
final class JsonOut {
    private JsonOut() {}

    /** A text as a JSON string in UTF-8. */
    static byte[] quote(String text) {
        byte[] plain = new byte[text.length() + 2];
        plain[0] = '"';
        plain[plain.length - 1] = '"';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                return escaped(text);
            }
            plain[i + 1] = (byte) c;
        }
        return plain;
    }

    private static byte[] escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        string(out, text);
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Appends a text as a JSON string, or null. */
    static StringBuilder string(StringBuilder out, @Nullable String text) {
        if (text == null) {
            return out.append("null");
        }
        out.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, out);
        return out.append('"');
    }
}
