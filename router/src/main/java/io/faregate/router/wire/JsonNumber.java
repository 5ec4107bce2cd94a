package io.faregate.router.wire;

/** Numbers as JSON spells them. */
final class JsonNumber {
    private JsonNumber() {}

    /** The offset behind the number that begins at an offset. */
    static int end(byte[] bytes, int from, int limit) throws BadJson {
        int at = bytes[from] == '-' ? from + 1 : from;
        at = at < limit && bytes[at] == '0' ? at + 1 : digits(bytes, at, limit);
        if (at < limit && bytes[at] == '.') {
            at = digits(bytes, at + 1, limit);
        }
        if (at < limit && (bytes[at] == 'e' || bytes[at] == 'E')) {
            at++;
            at += at < limit && (bytes[at] == '+' || bytes[at] == '-') ? 1 : 0;
            at = digits(bytes, at, limit);
        }
        return at;
    }

    /** Whether a number is spelled without point and exponent. */
    static boolean isWhole(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != '-' && !isDigit(bytes[i])) {
                return false;
            }
        }
        return true;
    }

    /** A whole number, held at the borders of {@code long}. */
    static long longValue(byte[] bytes, int from, int to) {
        boolean negative = bytes[from] == '-';
        long value = 0;
        for (int i = negative ? from + 1 : from; i < to; i++) {
            int digit = bytes[i] - '0';
            if (value > (Long.MAX_VALUE - digit) / 10) {
                return negative ? Long.MIN_VALUE : Long.MAX_VALUE;
            }
            value = value * 10 + digit;
        }
        return negative ? -value : value;
    }

    static boolean isDigit(int b) {
        return b >= '0' && b <= '9';
    }

    private static int digits(byte[] bytes, int from, int limit) throws BadJson {
        int at = from;
        while (at < limit && isDigit(bytes[at])) {
            at++;
        }
        if (at == from) {
            throw new BadJson("a number without a digit" + JsonCursor.at(from));
        }
        return at;
    }
}
