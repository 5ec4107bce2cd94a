package io.faregate.analytics.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.faregate.analytics.row.Row;
import io.faregate.analytics.store.BadLine;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns whole lines of bytes into good rows and bad lines. For one batch, by one thread.
 */
final class LineSplitter {
    private static final int KEPT_CHARS = 4096;

    private final RowDecoder decoder;
    private final String source;
    private final List<Row> rows = new ArrayList<>();
    private final List<BadLine> bad = new ArrayList<>();

    LineSplitter(RowDecoder decoder, String source) {
        this.decoder = decoder;
        this.source = source;
    }

    /** Decodes one line without its line end; an empty one is passed over. */
    void line(byte[] bytes, int offset, int length, long position) {
        int end = length > 0 && bytes[offset + length - 1] == '\r' ? length - 1 : length;
        if (isBlank(bytes, offset, end)) {
            return;
        }
        try {
            rows.add(decoder.decode(bytes, offset, end));
        } catch (BadRow e) {
            reject(bytes, offset, end, position, String.valueOf(e.getMessage()));
        }
    }

    /** Keeps a line aside. */
    void reject(byte[] bytes, int offset, int length, long position, String reason) {
        String text = new String(bytes, offset, Math.min(length, KEPT_CHARS), UTF_8).replace('\0', '\uFFFD');
        bad.add(new BadLine(source, position, reason, text));
    }

    List<Row> rows() {
        return rows;
    }

    List<BadLine> bad() {
        return bad;
    }

    private static boolean isBlank(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t') {
                return false;
            }
        }
        return true;
    }
}
