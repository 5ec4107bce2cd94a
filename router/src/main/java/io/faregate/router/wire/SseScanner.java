package io.faregate.router.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Cuts a byte stream into server-sent events (WHATWG HTML, section 9.2): lines end at CR, LF or CRLF and at nothing
 * else, the blank after a colon may be missing, data lines are joined by a line feed, a byte order mark at the start
 * is passed over, reads may be torn anywhere. Events without data are none. Not thread-safe; one for a stream.
 */
public final class SseScanner {
    /** Takes what is found, in order, on the caller's thread. */
    public interface Listener {
        /**
         * An event, as soon as its blank line has begun.
         *
         * @param name what its {@code event:} line said, or the empty string
         * @param bytes holds its data; only until this call returns
         */
        void onEvent(String name, byte[] bytes, int offset, int length);

        /** A comment line. */
        void onComment();
    }

    /** An event, or a line, longer than allowed. The stream can't be read on. */
    public static final class EventTooLong extends Exception {
        private static final long serialVersionUID = 1L;

        EventTooLong(int maxBytes) {
            super("an event of more than " + maxBytes + " bytes", null, false, false);
        }
    }

    private static final byte[] NOTHING = {};
    private static final int[] BYTE_ORDER_MARK = {0xEF, 0xBB, 0xBF};

    private final int maxBytes;
    private byte[] line = NOTHING;
    private int lineLength;
    private byte[] data = NOTHING;
    private int dataLength;
    private boolean hasData;
    private byte[] direct = NOTHING;
    private int directOffset;
    private int directLength;
    private boolean isDirect;
    private String name = "";
    private String lastName = "";
    private boolean afterCarriageReturn;
    private int markBytes;

    /** A scanner that gives up on an event longer than a bound. */
    public SseScanner(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Reads the next bytes of the stream; the array is not kept. */
    public void feed(byte[] bytes, int offset, int length, Listener listener) throws EventTooLong {
        int end = offset + length;
        int at = passMark(bytes, offset, end);
        if (afterCarriageReturn && at < end) {
            afterCarriageReturn = false;
            at += bytes[at] == '\n' ? 1 : 0;
        }
        int lineStart = at;
        while (at < end) {
            byte b = bytes[at];
            if (b != '\n' && b != '\r') {
                at++;
                continue;
            }
            line(bytes, lineStart, at, listener);
            at++;
            if (b == '\r') {
                if (at == end) {
                    afterCarriageReturn = true;
                } else if (bytes[at] == '\n') {
                    at++;
                }
            }
            lineStart = at;
        }
        keepRest(bytes, lineStart, end);
    }

    /** The stream has ended: an event that lacks its blank line is told too, for providers that leave it out. */
    public void end(Listener listener) throws EventTooLong {
        if (lineLength > 0) {
            line(NOTHING, 0, 0, listener);
        }
        dispatch(listener);
    }

    /** Whether bytes have come that are no event yet. */
    public boolean pending() {
        return lineLength > 0 || hasData;
    }

    private int passMark(byte[] bytes, int offset, int end) {
        int at = offset;
        while (markBytes < BYTE_ORDER_MARK.length && at < end) {
            if ((bytes[at] & 0xFF) != BYTE_ORDER_MARK[markBytes]) {
                for (int i = 0; i < markBytes; i++) {
                    line = lineLength == line.length ? Arrays.copyOf(line, 64) : line;
                    line[lineLength++] = (byte) BYTE_ORDER_MARK[i];
                }
                markBytes = BYTE_ORDER_MARK.length;
                return at;
            }
            markBytes++;
            at++;
        }
        return at;
    }

    private void line(byte[] bytes, int from, int to, Listener listener) throws EventTooLong {
        if (lineLength > 0) {
            appendLine(bytes, from, to);
            field(line, 0, lineLength, false, listener);
            lineLength = 0;
        } else if (from == to) {
            dispatch(listener);
        } else {
            field(bytes, from, to, true, listener);
        }
    }

    private void field(byte[] bytes, int from, int to, boolean ofCaller, Listener listener) throws EventTooLong {
        if (bytes[from] == ':') {
            listener.onComment();
        } else if (starts(bytes, from, to, "data")) {
            int value = valueStart(bytes, from + 4, to);
            appendData(bytes, value, to, ofCaller);
        } else if (starts(bytes, from, to, "event")) {
            int value = valueStart(bytes, from + 5, to);
            name = same(lastName, bytes, value, to)
                    ? lastName
                    : new String(bytes, value, to - value, StandardCharsets.UTF_8);
            lastName = name;
        }
    }

    private static boolean starts(byte[] bytes, int from, int to, String field) {
        int end = from + field.length();
        if (end > to || (end < to && bytes[end] != ':')) {
            return false;
        }
        for (int i = 0; i < field.length(); i++) {
            if (bytes[from + i] != field.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean same(String text, byte[] bytes, int from, int to) {
        if (text.length() != to - from) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (bytes[from + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static int valueStart(byte[] bytes, int colon, int to) {
        int at = Math.min(colon + 1, to);
        return at < to && bytes[at] == ' ' ? at + 1 : at;
    }

    private void appendData(byte[] bytes, int from, int to, boolean ofCaller) throws EventTooLong {
        if (!hasData && ofCaller) {
            direct = bytes;
            directOffset = from;
            directLength = to - from;
            isDirect = true;
            bound(directLength);
        } else {
            settle();
            if (hasData) {
                data = ensure(data, dataLength, 1);
                data[dataLength++] = '\n';
            }
            bound((long) dataLength + to - from);
            data = ensure(data, dataLength, to - from);
            System.arraycopy(bytes, from, data, dataLength, to - from);
            dataLength += to - from;
        }
        hasData = true;
    }

    /** Copies data that still lies in the caller's array into ours. */
    private void settle() {
        if (isDirect) {
            data = ensure(data, 0, directLength);
            System.arraycopy(direct, directOffset, data, 0, directLength);
            dataLength = directLength;
            isDirect = false;
            direct = NOTHING;
        }
    }

    private void dispatch(Listener listener) {
        String ofEvent = name;
        boolean inPlace = isDirect;
        byte[] bytes = inPlace ? direct : data;
        int offset = inPlace ? directOffset : 0;
        int length = inPlace ? directLength : dataLength;
        name = "";
        hasData = false;
        isDirect = false;
        direct = NOTHING;
        dataLength = 0;
        if (length > 0) {
            listener.onEvent(ofEvent, bytes, offset, length);
        }
    }

    private void keepRest(byte[] bytes, int from, int to) throws EventTooLong {
        settle();
        if (from < to) {
            appendLine(bytes, from, to);
        }
    }

    private void appendLine(byte[] bytes, int from, int to) throws EventTooLong {
        bound((long) dataLength + lineLength + to - from);
        line = ensure(line, lineLength, to - from);
        System.arraycopy(bytes, from, line, lineLength, to - from);
        lineLength += to - from;
    }

    private byte[] ensure(byte[] target, int used, int more) {
        if (used + more <= target.length) {
            return target;
        }
        long doubled = Math.min((long) maxBytes + 64, 2L * target.length);
        return Arrays.copyOf(target, (int) Math.max(doubled, Math.max(512, used + more)));
    }

    private void bound(long bytes) throws EventTooLong {
        if (bytes > maxBytes) {
            throw new EventTooLong(maxBytes);
        }
    }
}
