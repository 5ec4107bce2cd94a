package io.faregate.analytics.server;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of the page, out of the jar. Immutable.
 *
 * @param mediaType its type, with the charset
 * @param content its bytes
 * @param tag its entity tag, a digest of the content
 */
record Asset(String mediaType, Buffer content, String tag) {
    private static final String FOLDER = "/io/faregate/analytics/page/";
    /** Names as the files have them: no way up, nothing hidden. */
    private static final Pattern NAME = Pattern.compile("(?:[a-z]+/)?[A-Za-z0-9][A-Za-z0-9.-]*\\.([a-z]+)");

    private static final Map<String, String> MEDIA_TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml; charset=utf-8",
            "txt", "text/plain; charset=utf-8");

    /** The file of that name; null when the page has none. Blocks. */
    static @Nullable Asset named(String name) {
        Matcher matcher = NAME.matcher(name);
        String mediaType = matcher.matches() ? MEDIA_TYPES.get(matcher.group(1)) : null;
        if (mediaType == null) {
            return null;
        }
        try (InputStream in = Asset.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                return null;
            }
            byte[] bytes = in.readAllBytes();
            return new Asset(mediaType, Buffer.buffer(bytes), tag(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String tag(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return '"' + HexFormat.of().formatHex(digest, 0, 16) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
