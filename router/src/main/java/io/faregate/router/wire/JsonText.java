package io.faregate.router.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The inside of JSON strings: escapes and UTF-8, byte by byte. */
final class JsonText {
    private static final int EXCERPT_CHARS = 40;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long SPACES = 0x2020202020202020L;

    private JsonText() {}

    /** The first offset that is no plain ASCII text: a quote, a backslash, a control or a byte above 0x7F. */
    static int plain(byte[] bytes, int from, int limit) {
        int at = from;
        while (at + Long.BYTES <= limit) {
            long word = (long) LONGS.get(bytes, at);
            long quote = word ^ 0x2222222222222222L;
            long backslash = word ^ 0x5C5C5C5C5C5C5C5CL;
            long stop =
                    ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash) | ((word - SPACES) & ~word) | word;
            stop &= HIGHS;
            if (stop != 0) {
                return at + (Long.numberOfTrailingZeros(stop) >> 3);
            }
            at += Long.BYTES;
        }
        while (at < limit && bytes[at] >= 0x20 && bytes[at] != '"' && bytes[at] != '\\') {
            at++;
        }
        return at;
    }

    /** Up to eight bytes of a text as one number; what lies behind the text counts as zeros. */
    static long word(byte[] bytes, int from, int to) {
        int length = Math.min(to - from, Long.BYTES);
        if (from + Long.BYTES <= bytes.length) {
            return (long) LONGS.get(bytes, from) & -1L >>> (Long.SIZE - length * Byte.SIZE);
        }
        long word = 0;
        for (int i = length - 1; i >= 0; i--) {
            word = word << Byte.SIZE | (bytes[from + i] & 0xFF);
        }
        return word;
    }

    /** The length of the escape at an offset, of both halves of a surrogate pair; 0 when it is none. */
    static int escapeLength(byte[] bytes, int at, int limit) {
        if (at + 1 >= limit) {
            return 0;
        }
        return switch (bytes[at + 1]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> 2;
            case 'u' -> unicodeLength(bytes, at, limit);
            default -> 0;
        };
    }

    private static int unicodeLength(byte[] bytes, int at, int limit) {
        int unit = unit(bytes, at, limit);
        if (unit < 0 || !Character.isHighSurrogate((char) unit)) {
            return unit < 0 ? 0 : 6;
        }
        int next = unit(bytes, at + 6, limit);
        return next >= 0 && Character.isLowSurrogate((char) next) ? 12 : 6;
    }

    /** The code unit that a backslash-u escape at an offset stands for, or -1. */
    private static int unit(byte[] bytes, int at, int limit) {
        if (at + 6 > limit || bytes[at] != '\\' || bytes[at + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = Character.digit(bytes[i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    /** The length of the UTF-8 sequence at an offset (RFC 3629, table in section 4), 0 when it is none. */
    static int utf8Length(byte[] bytes, int at, int limit) {
        int first = bytes[at] & 0xFF;
        int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (length == 0 || at + length > limit) {
            return 0;
        }
        int second = bytes[at + 1] & 0xFF;
        int low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (second < low || second > high) {
            return 0;
        }
        for (int i = at + 2; i < at + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    /** The text between the quotes of a valid string, escapes undone. */
    static String decode(byte[] bytes, int from, int to, boolean escaped) {
        if (!escaped) {
            return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder(to - from);
        int plain = from;
        int at = from;
        while (at < to) {
            if (bytes[at] != '\\') {
                at++;
                continue;
            }
            text.append(new String(bytes, plain, at - plain, StandardCharsets.UTF_8));
            int unit = unit(bytes, at, to);
            text.append(unit >= 0 ? (char) unit : simple(bytes[at + 1]));
            at += unit >= 0 ? 6 : 2;
            plain = at;
        }
        return text.append(new String(bytes, plain, to - plain, StandardCharsets.UTF_8))
                .toString();
    }

    private static char simple(byte letter) {
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> (char) letter;
        };
    }

    /** A short, printable form of a text for messages. */
    static String excerpt(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < text.length() && i < EXCERPT_CHARS; i++) {
            char c = text.charAt(i);
            shown.append(c < ' ' || c == '"' || Character.isSurrogate(c) ? '?' : c);
        }
        return text.length() > EXCERPT_CHARS ? shown + "..." : shown.toString();
    }
}
