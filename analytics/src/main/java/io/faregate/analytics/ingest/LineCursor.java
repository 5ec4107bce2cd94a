package io.faregate.analytics.ingest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Walks over JSON without blanks, escapes, exponents and other than ASCII characters; at anything else it is
 * {@link Unsure}. Not safe for use by several threads.
 *
 * <p>Strings are passed over eight bytes at a time (after Lemire and Langdale, "Parsing gigabytes of JSON per second",
 * 2019, section 3.1.5, and the zero-byte test of "Hacker's Delight", 6-1): the lowest byte that the tests mark is
 * marked rightly, those above it may not be.
 */
final class LineCursor {
    /** Digits that a long surely holds. */
    static final int SAFE_DIGITS = 18;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH = 0x0101_0101_0101_0101L;
    private static final long HIGH = 0x8080_8080_8080_8080L;
    private static final long QUOTES = '"' * EACH;
    private static final long BACKSLASHES = '\\' * EACH;
    private static final long BLANKS = ' ' * EACH;
    private static final int DEEPEST = 16;
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    private final byte[] bytes;
    private final int end;
    private int at;
    private int places;

    /** A cursor over the bytes before {@code end}. */
    LineCursor(byte[] bytes, int end) {
        this.bytes = bytes;
        this.end = end;
    }

    byte[] bytes() {
        return bytes;
    }

    int at() {
        return at;
    }

    void moveTo(int position) {
        at = position;
    }

    /** The byte here; 0 at the end. */
    int peek() {
        return at < end ? bytes[at] : 0;
    }

    /** Steps over the byte if it is this one. */
    boolean take(char wanted) {
        if (peek() == wanted) {
            at++;
            return true;
        }
        return false;
    }

    /** Steps over the bytes if they are these. */
    boolean take(byte[] wanted) {
        int length = wanted.length;
        if (end - at < length) {
            return false;
        }
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            if ((long) LONGS.get(bytes, at + i) != (long) LONGS.get(wanted, i)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (bytes[at + i] != wanted[i]) {
                return false;
            }
        }
        at += length;
        return true;
    }

    void expect(char wanted) throws Unsure {
        if (!take(wanted)) {
            throw Unsure.UNSURE;
        }
    }

    boolean takeNull() {
        return peek() == 'n' && take(NULL);
    }

    boolean flag() throws Unsure {
        if (take(TRUE)) {
            return true;
        }
        if (take(FALSE)) {
            return false;
        }
        throw Unsure.UNSURE;
    }

    /** Steps over a string; gives where its characters begin. They end one before {@link #at}. */
    int string() throws Unsure {
        expect('"');
        int from = at;
        int i = from;
        while (i + Long.BYTES <= end) {
            long word = (long) LONGS.get(bytes, i);
            long quote = word ^ QUOTES;
            long backslash = word ^ BACKSLASHES;
            long special = (quote - EACH & ~quote) | (backslash - EACH & ~backslash) | (word - BLANKS & ~word) | word;
            special &= HIGH;
            if (special != 0) {
                i += Long.numberOfTrailingZeros(special) >>> 3;
                break;
            }
            i += Long.BYTES;
        }
        while (i < end && bytes[i] >= ' ' && bytes[i] != '"' && bytes[i] != '\\') {
            i++;
        }
        at = i;
        expect('"');
        return from;
    }

    /** A whole number from 0 up. */
    private long whole() throws Unsure {
        int from = at;
        long value = digits(0);
        int count = at - from;
        if (count == 0 || count > SAFE_DIGITS || (count > 1 && bytes[from] == '0')) {
            throw Unsure.UNSURE;
        }
        return value;
    }

    /** A whole number that a row may have. */
    long count() throws Unsure {
        long value = whole();
        if (value > Values.MOST_COUNT) {
            throw Unsure.UNSURE;
        }
        return value;
    }

    /** The digits of a number from 0 up, the point left out; {@link #places} says how many came after it. */
    long decimal() throws Unsure {
        int from = at;
        long value = whole();
        places = 0;
        if (take('.')) {
            int point = at;
            value = digits(value);
            places = at - point;
            if (places == 0 || at - from - 1 > SAFE_DIGITS) {
                throw Unsure.UNSURE;
            }
        }
        return value;
    }

    int places() {
        return places;
    }

    /** Steps over any value. */
    void skip() throws Unsure {
        skip(0);
    }

    private void skip(int depth) throws Unsure {
        if (depth > DEEPEST) {
            throw Unsure.UNSURE;
        }
        switch (peek()) {
            case '"' -> string();
            case '[' -> {
                at++;
                if (!take(']')) {
                    do {
                        skip(depth + 1);
                    } while (take(','));
                    expect(']');
                }
            }
            case '{' -> {
                at++;
                if (!take('}')) {
                    do {
                        string();
                        expect(':');
                        skip(depth + 1);
                    } while (take(','));
                    expect('}');
                }
            }
            case 'n' -> {
                if (!takeNull()) {
                    throw Unsure.UNSURE;
                }
            }
            case 't', 'f' -> flag();
            default -> decimal();
        }
    }

    /** Appends the digits here to a number; too many of them overflow it, which the caller tells by their count. */
    private long digits(long before) {
        long value = before;
        while (at < end) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            value = value * 10 + digit;
            at++;
        }
        return value;
    }
}
