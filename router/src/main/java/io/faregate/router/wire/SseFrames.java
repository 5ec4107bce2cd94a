package io.faregate.router.wire;

import java.nio.charset.StandardCharsets;

/** Frames data as server-sent events. */
public final class SseFrames {
    private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);

    private SseFrames() {}

    /** One event of that data, in one array; a line feed in the data begins a further data line. */
    public static byte[] event(ByteSlices data, boolean lineFeeds) {
        int length = Math.toIntExact(data.totalLength());
        int lines = 1;
        byte[] plain = new byte[DATA.length + length + 2];
        System.arraycopy(DATA, 0, plain, 0, DATA.length);
        int end = data.copyTo(plain, DATA.length);
        plain[end] = '\n';
        plain[end + 1] = '\n';
        if (!lineFeeds) {
            return plain;
        }
        for (int i = DATA.length; i < end; i++) {
            lines += plain[i] == '\n' ? 1 : 0;
        }
        byte[] split = new byte[plain.length + (lines - 1) * DATA.length];
        int to = 0;
        for (int i = 0; i < plain.length; i++) {
            split[to++] = plain[i];
            if (plain[i] == '\n' && i < end) {
                System.arraycopy(DATA, 0, split, to, DATA.length);
                to += DATA.length;
            }
        }
        return split;
    }
}
