package io.faregate.router.usage;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A growing buffer that JSON is written into, without objects on the way. Not thread-safe. Numbers are plain decimals;
 * every line separator that a reader might split at is escaped; half a surrogate pair becomes U+FFFD, since readers
 * refuse it in either spelling.
 */
final class JsonBytes {
    private static final byte[] NULL = ascii("null");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");
    private static final byte[] HEX = ascii("0123456789abcdef");
    private static final long PICO = 1_000_000_000_000L;
    private static final int MAX_CODE_UNIT_BYTES = 6;

    private byte[] bytes = new byte[2048];
    private int length;

    // The share of a canary is the same in row after row.
    private @Nullable BigDecimal lastDecimal;
    private byte[] lastDecimalText = NULL;

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    void clear() {
        length = 0;
    }

    /** What was written, and room behind it. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Takes back what was written behind a length. */
    void cut(int to) {
        length = to;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    JsonBytes raw(byte[] text) {
        reserve(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
        return this;
    }

    JsonBytes put(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    void bool(boolean value) {
        raw(value ? TRUE : FALSE);
    }

    /** A whole number, or null when it is negative. */
    void count(long value) {
        if (value < 0) {
            raw(NULL);
        } else if (value < 10) {
            put((char) ('0' + value));
        } else {
            digits(value, 1);
        }
    }

    /** Picodollars as plain dollars without zeros at the end, or null when negative. */
    void money(long picoUsd) {
        if (picoUsd < 0) {
            raw(NULL);
            return;
        }
        digits(picoUsd / PICO, 1);
        long fraction = picoUsd % PICO;
        if (fraction != 0) {
            int places = 12;
            while (fraction % 10 == 0) {
                fraction /= 10;
                places--;
            }
            put('.');
            digits(fraction, places);
        }
    }

    void decimal(@Nullable BigDecimal value) {
        if (value == null) {
            raw(NULL);
            return;
        }
        if (lastDecimal == null || value.compareTo(lastDecimal) != 0) {
            lastDecimal = value;
            lastDecimalText =
                    ascii(value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString());
        }
        raw(lastDecimalText);
    }

    /** An instant as {@code "2026-01-31T23:59:59.999Z"}; the civil date after Hinnant's days algorithm. */
    void instant(long epochMillis) {
        long days = Math.floorDiv(epochMillis, 86_400_000L);
        int ofDay = (int) Math.floorMod(epochMillis, 86_400_000L);
        long shifted = days + 719_468;
        long era = Math.floorDiv(shifted, 146_097L);
        long dayOfEra = shifted - era * 146_097;
        long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        long marchMonth = (5 * dayOfYear + 2) / 153;
        long month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
        put('"').digits(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), 4);
        put('-').digits(month, 2);
        put('-').digits(dayOfYear - (153 * marchMonth + 2) / 5 + 1, 2);
        put('T').digits(ofDay / 3_600_000, 2);
        put(':').digits(ofDay / 60_000 % 60, 2);
        put(':').digits(ofDay / 1000 % 60, 2);
        put('.').digits(ofDay % 1000, 3);
        put('Z').put('"');
    }

    void uuid(UUID id) {
        put('"').hex(id.getMostSignificantBits() >>> 32, 8);
        put('-').hex(id.getMostSignificantBits() >>> 16, 4);
        put('-').hex(id.getMostSignificantBits(), 4);
        put('-').hex(id.getLeastSignificantBits() >>> 48, 4);
        put('-').hex(id.getLeastSignificantBits(), 12);
        put('"');
    }

    void string(@Nullable String text) {
        string(text, Integer.MAX_VALUE);
    }

    /** A string of at most {@code maxChars} UTF-16 units, cut at a character's border, or null. */
    void string(@Nullable String text, int maxChars) {
        if (text == null) {
            raw(NULL);
            return;
        }
        int end = Math.min(text.length(), maxChars);
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        reserve(2 + MAX_CODE_UNIT_BYTES * end);
        bytes[length++] = '"';
        for (int i = plain(text, end); i < end; i++) {
            char c = text.charAt(i);
            if (isPlain(c)) {
                bytes[length++] = (byte) c;
            } else if (Character.isHighSurrogate(c) && i + 1 < end && Character.isLowSurrogate(text.charAt(i + 1))) {
                supplementary(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                special(Character.isSurrogate(c) ? '\uFFFD' : c);
            }
        }
        bytes[length++] = '"';
    }

    /** Writes the characters before the first that is not written as it is, and tells how many they are. */
    private int plain(String text, int end) {
        byte[] to = bytes;
        int at = length;
        int i = 0;
        for (; i < end; i++) {
            char c = text.charAt(i);
            if (!isPlain(c)) {
                break;
            }
            to[at++] = (byte) c;
        }
        length = at;
        return i;
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c < 0x7F && c != '"' && c != '\\';
    }

    /** Any of the values that {@link DecisionRow} allows. */
    void value(@Nullable Object value) {
        if (value == null) {
            raw(NULL);
        } else if (value instanceof BigDecimal decimal) {
            decimal(decimal);
        } else if (value instanceof Long || value instanceof Integer) {
            raw(ascii(value.toString()));
        } else if (value instanceof Boolean flag) {
            bool(flag);
        } else if (value instanceof Map<?, ?> members) {
            char before = '{';
            for (Map.Entry<?, ?> member : members.entrySet()) {
                put(before).string(String.valueOf(member.getKey()));
                put(':').value(member.getValue());
                before = ',';
            }
            raw(ascii(members.isEmpty() ? "{}" : "}"));
        } else if (value instanceof List<?> items) {
            char before = '[';
            for (Object item : items) {
                put(before).value(item);
                before = ',';
            }
            raw(ascii(items.isEmpty() ? "[]" : "]"));
        } else {
            string(value.toString());
        }
    }

    private void special(char c) {
        if (c == '"' || c == '\\') {
            bytes[length++] = '\\';
            bytes[length++] = (byte) c;
        } else if (c < ' ' || c == 0x7F || c == 0x85 || c == 0x2028 || c == 0x2029) {
            bytes[length++] = '\\';
            bytes[length++] = 'u';
            hex(c, 4);
        } else if (c < 0x800) {
            bytes[length++] = (byte) (0xC0 | c >> 6);
            bytes[length++] = (byte) (0x80 | (c & 0x3F));
        } else {
            bytes[length++] = (byte) (0xE0 | c >> 12);
            bytes[length++] = (byte) (0x80 | (c >> 6 & 0x3F));
            bytes[length++] = (byte) (0x80 | (c & 0x3F));
        }
    }

    private void supplementary(int codePoint) {
        bytes[length++] = (byte) (0xF0 | codePoint >> 18);
        bytes[length++] = (byte) (0x80 | (codePoint >> 12 & 0x3F));
        bytes[length++] = (byte) (0x80 | (codePoint >> 6 & 0x3F));
        bytes[length++] = (byte) (0x80 | (codePoint & 0x3F));
    }

    private void hex(long value, int digits) {
        reserve(digits);
        for (int i = digits - 1; i >= 0; i--) {
            bytes[length++] = HEX[(int) (value >>> (4 * i)) & 0xF];
        }
    }

    /** Decimal digits of a number that is not negative, with zeros in front up to {@code least} places. */
    private void digits(long value, int least) {
        int places = Math.max(least, places(value));
        reserve(places);
        long rest = value;
        for (int i = length + places - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += places;
    }

    private static int places(long value) {
        long power = 10;
        for (int places = 1; places < 19; places++) {
            if (value < power) {
                return places;
            }
            power *= 10;
        }
        return 19;
    }

    private void reserve(int more) {
        if (more > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
