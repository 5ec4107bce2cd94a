package io.faregate.router.usage;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * One line of a row file, looked at without a tree: where the few members that a start needs stand in its bytes. Not
 * thread-safe; reused from line to line. Members may come in any order and with white space; nested values are passed
 * over. A line that ends too early or goes on after its object is refused.
 */
final class RowLine {
    /** The members that are looked for; a span of each is kept. */
    enum Member {
        TYPE,
        ROW_ID,
        TS,
        TASK_ID,
        TASK_GIVEN,
        KEY,
        ROUTE,
        INSTANCE,
        COST_USD,
        CHARGED_USD;

        @SuppressWarnings("ImmutableEnumChecker") // read by this class alone
        private final byte[] key = name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
    }

    private static final Member[] MEMBERS = Member.values();
    private static final Member[] NONE = {};
    private static final Member[][] BY_LENGTH = byLength();
    private static final byte QUOTE = '"';
    private static final byte BACKSLASH = '\\';

    private final int[] starts = new int[MEMBERS.length];
    private final int[] ends = new int[MEMBERS.length];
    private byte[] bytes = new byte[0];
    private int at;
    private int limit;

    /** The members by the length of their names, which tells nearly all of them apart. */
    private static Member[][] byLength() {
        int longest = Arrays.stream(MEMBERS)
                .mapToInt(member -> member.key.length)
                .max()
                .orElse(0);
        Member[][] byLength = new Member[longest + 1][];
        for (int i = 0; i < byLength.length; i++) {
            int length = i;
            byLength[i] = Arrays.stream(MEMBERS)
                    .filter(member -> member.key.length == length)
                    .toArray(Member[]::new);
        }
        return byLength;
    }

    /** Whether {@code bytes[from, to)} is one whole object; if so its members can be asked for. */
    boolean read(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        at = from;
        limit = to;
        Arrays.fill(starts, -1);
        if (!take('{')) {
            return false;
        }
        if (take('}')) {
            return atEnd();
        }
        do {
            space();
            int keyStart = at + 1;
            if (!string()) {
                return false;
            }
            int keyEnd = at - 1;
            if (!take(':')) {
                return false;
            }
            space();
            int start = at;
            if (!value()) {
                return false;
            }
            keep(keyStart, keyEnd, start, at);
        } while (take(','));
        return take('}') && atEnd();
    }

    byte[] bytes() {
        return bytes;
    }

    /** Where a member's value begins, quotes included, or -1 when there is none. */
    int start(Member member) {
        return starts[member.ordinal()];
    }

    /** Behind the end of a member's value. */
    int end(Member member) {
        return ends[member.ordinal()];
    }

    /** Whether a member is a string. */
    boolean isString(Member member) {
        int start = start(member);
        return start >= 0 && bytes[start] == '"';
    }

    /** Whether a member is exactly that JSON text. */
    boolean is(Member member, byte[] json) {
        int start = start(member);
        return start >= 0 && Arrays.equals(bytes, start, end(member), json, 0, json.length);
    }

    private void keep(int keyStart, int keyEnd, int start, int end) {
        int length = keyEnd - keyStart;
        Member[] candidates = length < BY_LENGTH.length ? BY_LENGTH[length] : NONE;
        for (Member member : candidates) {
            if (Arrays.equals(bytes, keyStart, keyEnd, member.key, 0, length)) {
                starts[member.ordinal()] = start;
                ends[member.ordinal()] = end;
                return;
            }
        }
    }

    private boolean value() {
        if (at >= limit) {
            return false;
        }
        byte first = bytes[at];
        if (first == '"') {
            return string();
        }
        if (first == '{' || first == '[') {
            return nested();
        }
        int start = at;
        while (at < limit && isScalar(bytes[at])) {
            at++;
        }
        return at > start;
    }

    private boolean nested() {
        int depth = 0;
        while (at < limit) {
            byte b = bytes[at];
            if (b == '"') {
                if (!string()) {
                    return false;
                }
                continue;
            }
            at++;
            if (b == '{' || b == '[') {
                depth++;
            } else if ((b == '}' || b == ']') && --depth == 0) {
                return true;
            }
        }
        return false;
    }

    private boolean string() {
        if (at >= limit || bytes[at] != '"') {
            return false;
        }
        int i = ByteScan.find(bytes, at + 1, limit, QUOTE, BACKSLASH);
        while (i < limit && bytes[i] == BACKSLASH) {
            i = ByteScan.find(bytes, Math.min(i + 2, limit), limit, QUOTE, BACKSLASH);
        }
        at = i < limit ? i + 1 : at;
        return i < limit;
    }

    private boolean take(char wanted) {
        space();
        if (at < limit && bytes[at] == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private boolean atEnd() {
        space();
        return at == limit;
    }

    private void space() {
        while (at < limit && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r')) {
            at++;
        }
    }

    private static boolean isScalar(byte b) {
        return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || b == '-' || b == '+' || b == '.' || b == 'E';
    }
}
