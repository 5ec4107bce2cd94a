package io.faregate.router.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Where the members of one JSON object lie in its bytes, in order. Filled once, then immutable. */
final class Members {
    private static final int FIELDS = 4;

    private int[] spans = new int[8 * FIELDS];
    private int count;
    private int objectStart;
    private int objectEnd;

    void begin(int start) {
        objectStart = start;
        count = 0;
    }

    void finish(int end) {
        objectEnd = end;
    }

    /** Notes a key (quotes included); its value's span follows. */
    void key(int start, int end) {
        if ((count + 1) * FIELDS > spans.length) {
            spans = Arrays.copyOf(spans, 2 * spans.length);
        }
        spans[count * FIELDS] = start;
        spans[count * FIELDS + 1] = end;
    }

    void value(int start, int end) {
        spans[count * FIELDS + 2] = start;
        spans[count * FIELDS + 3] = end;
        count++;
    }

    int count() {
        return count;
    }

    int keyStart(int index) {
        return spans[index * FIELDS];
    }

    int keyEnd(int index) {
        return spans[index * FIELDS + 1];
    }

    int valueStart(int index) {
        return spans[index * FIELDS + 2];
    }

    int valueEnd(int index) {
        return spans[index * FIELDS + 3];
    }

    /** Where the object's brace is. */
    int objectStart() {
        return objectStart;
    }

    /** The offset behind the object's closing brace. */
    int objectEnd() {
        return objectEnd;
    }

    /** The place of the member of that name, or -1; of two with one name the last. */
    int indexOf(byte[] bytes, String name) {
        for (int i = count - 1; i >= 0; i--) {
            if (keyIs(bytes, i, name)) {
                return i;
            }
        }
        return -1;
    }

    private boolean keyIs(byte[] bytes, int index, String name) {
        int from = keyStart(index) + 1;
        int to = keyEnd(index) - 1;
        boolean escaped = false;
        for (int i = from; i < to; i++) {
            escaped |= bytes[i] == '\\';
        }
        if (escaped) {
            return JsonText.decode(bytes, from, to, true).equals(name);
        }
        if (to - from != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (bytes[from + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The text of a member that is a string, or null without one. */
    @Nullable
    String text(byte[] bytes, String name) {
        int index = indexOf(bytes, name);
        if (index < 0 || bytes[valueStart(index)] != '"') {
            return null;
        }
        // The rarely used escapes need not be looked for.
        return JsonText.decode(bytes, valueStart(index) + 1, valueEnd(index) - 1, true);
    }

    /** The spelling of a member's value, or null without such a member. */
    @Nullable
    String spelling(byte[] bytes, String name) {
        int index = indexOf(bytes, name);
        return index < 0
                ? null
                : new String(bytes, valueStart(index), valueEnd(index) - valueStart(index), StandardCharsets.UTF_8);
    }
}
