package io.faregate.analytics.row;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A text of a row as the bytes that came and that go into the database: most texts are never looked at in between, so
 * that the {@link String} is made when first asked for. Immutable to the eye, safe for use by many threads.
 */
public final class Text {
    private final byte[] utf8;
    private @Nullable String string;
    private long hash;

    private Text(byte[] utf8, @Nullable String string) {
        this.utf8 = utf8;
        this.string = string;
    }

    /** The text of a string. */
    public static Text of(String string) {
        return new Text(string.getBytes(UTF_8), string);
    }

    /** The text of bytes that are all ASCII, which the caller has checked. */
    public static Text ofAscii(byte[] bytes, int from, int to) {
        return new Text(Arrays.copyOfRange(bytes, from, to), null);
    }

    /** Its UTF-8 bytes, which nobody changes. */
    public byte[] utf8() {
        return utf8;
    }

    /** Its {@link IdHash}. */
    public long hash() {
        long known = hash;
        if (known == 0) {
            String made = string;
            known = made == null ? IdHash.ofAscii(utf8) : IdHash.of(made);
            hash = known;
        }
        return known;
    }

    /** Whether it is just this stretch of bytes. */
    public boolean isAt(byte[] bytes, int from, int to) {
        return Arrays.equals(utf8, 0, utf8.length, bytes, from, to);
    }

    @Override
    public String toString() {
        String made = string;
        if (made == null) {
            made = new String(utf8, ISO_8859_1);
            string = made;
        }
        return made;
    }
}
