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

    /** Members at later places are looked up each time. */
    private static final int KNOWN_PLACES = 96;

    private static final int NOBODY = -1;
    private static final int FAULT = -2;

    /**
     * The key at each place of the line before, with its quotes and colon, and whose it is: one writer's rows have their
     * members in one order, so a key is mostly known by one comparison.
     */
    private final byte[][] keys = new byte[KNOWN_PLACES][];

    private final int[] members = new int[KNOWN_PLACES];
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
        int place = 0;
        do {
            space();
            int member = key(place++);
            if (member == FAULT) {
                return false;
            }
            space();
            int start = at;
            if (!value()) {
                return false;
            }
            if (member != NOBODY) {
                starts[member] = start;
                ends[member] = at;
            }
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

    /** Reads a key and its colon: the member it names, {@link #NOBODY}, or {@link #FAULT}. */
    private int key(int place) {
        byte[] known = place < KNOWN_PLACES ? keys[place] : null;
        if (known != null
                && limit - at >= known.length
                && Arrays.equals(bytes, at, at + known.length, known, 0, known.length)) {
            at += known.length;
            return members[place];
        }
        int start = at;
        if (!string()) {
            return FAULT;
        }
        int member = member(start + 1, at - 1);
        boolean close = at < limit && bytes[at] == ':';
        if (!take(':')) {
            return FAULT;
        }
        if (close && place < KNOWN_PLACES) {
            keys[place] = Arrays.copyOfRange(bytes, start, at);
            members[place] = member;
        }
        return member;
    }

    private int member(int keyStart, int keyEnd) {
        int length = keyEnd - keyStart;
        Member[] candidates = length < BY_LENGTH.length ? BY_LENGTH[length] : NONE;
        for (Member member : candidates) {
            if (Arrays.equals(bytes, keyStart, keyEnd, member.key, 0, length)) {
                return member.ordinal();
            }
        }
        return NOBODY;
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
