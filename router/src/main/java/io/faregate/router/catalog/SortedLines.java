package io.faregate.router.catalog;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lines {@code "KEY":{...}} of a JSON file that stand sorted by their keys' bytes between a first line that ends the
 * head and a last one that ends the file. Nothing is read before it is asked for: a key is found by halving. Immutable.
 */
final class SortedLines {
    private static final byte[] KEY_END = "\":{".getBytes(StandardCharsets.UTF_8);
    private static final byte[] HEAD_END = "\n\"models\":{\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] FILE_END = "\n}}".getBytes(StandardCharsets.UTF_8);

    private final byte[] text;
    private final int start;
    private final int end;

    SortedLines(byte[] text) {
        this.text = text;
        int head = find(HEAD_END, 0, text.length);
        int tail = text.length - FILE_END.length - 1;
        boolean whole = head >= 0 && tail > head && find(FILE_END, tail, text.length) == tail;
        if (!whole) {
            throw new IllegalStateException(
                    "found a catalog of another form, expected lines between a head and an end");
        }
        this.start = head + HEAD_END.length;
        this.end = tail + 1;
    }

    /** The object of a key, or null. */
    @Nullable
    String find(String key) {
        byte[] wanted = key.getBytes(StandardCharsets.UTF_8);
        int line = lowerBound(wanted);
        if (line >= end || compare(line, wanted) != 0) {
            return null;
        }
        int object = line + 1 + wanted.length + KEY_END.length - 1;
        int last = lineEnd(line) - 1;
        return new String(text, object, (text[last - 1] == ',' ? last - 1 : last) - object, StandardCharsets.UTF_8);
    }

    /** Tells all keys that begin so, in order. */
    void keys(String prefix, Consumer<String> key) {
        byte[] wanted = prefix.getBytes(StandardCharsets.UTF_8);
        for (int line = lowerBound(wanted); line < end && startsWith(line, wanted); line = lineEnd(line)) {
            int keyEnd = find(KEY_END, line, end);
            key.accept(new String(text, line + 1, keyEnd - line - 1, StandardCharsets.UTF_8));
        }
    }

    /** The first line whose key is not before the wanted one. */
    private int lowerBound(byte[] wanted) {
        int low = start;
        int high = end;
        while (low < high) {
            int line = lineStart((low + high) >>> 1);
            if (compare(line, wanted) < 0) {
                low = lineEnd(line);
            } else {
                high = line;
            }
        }
        return low;
    }

    /** Compares the key of a line with a key. */
    private int compare(int line, byte[] key) {
        int common = Arrays.mismatch(text, line + 1, end, key, 0, key.length);
        if (common < 0 || common == key.length) {
            boolean same = Arrays.equals(
                    text, line + 1 + key.length, line + 1 + key.length + KEY_END.length, KEY_END, 0, KEY_END.length);
            return same ? 0 : 1;
        }
        boolean ended = text[line + 1 + common] == '"';
        return ended ? -1 : Byte.compareUnsigned(text[line + 1 + common], key[common]);
    }

    private boolean startsWith(int line, byte[] prefix) {
        return line + 1 + prefix.length <= end
                && Arrays.equals(text, line + 1, line + 1 + prefix.length, prefix, 0, prefix.length);
    }

    private int lineStart(int at) {
        int from = at;
        while (from > start && text[from - 1] != '\n') {
            from--;
        }
        return from;
    }

    /** Behind the line break. */
    private int lineEnd(int line) {
        int to = line;
        while (text[to] != '\n') {
            to++;
        }
        return to + 1;
    }

    private int find(byte[] wanted, int from, int to) {
        for (int at = from; at + wanted.length <= to; at++) {
            if (text[at] == wanted[0] && Arrays.equals(text, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }
}
