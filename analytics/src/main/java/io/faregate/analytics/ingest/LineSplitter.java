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

    /** How a line's position is told. */
    enum Position {
        /** As the number of lines before it. */
        LINE,
        /** As the number of bytes before it. */
        BYTE
    }

    private final RowDecoder decoder;
    private final String source;
    private final List<Row> rows = new ArrayList<>();
    private final List<BadLine> bad = new ArrayList<>();

    LineSplitter(RowDecoder decoder, String source) {
        this.decoder = decoder;
        this.source = source;
    }

    /**
     * Takes the lines of the first {@code length} bytes; the last one need not have an end.
     *
     * @param base the position of the first line
     */
    void lines(byte[] bytes, int length, Position position, long base) {
        RowScanner scanner = new RowScanner(bytes, length);
        int from = 0;
        long number = 0;
        while (from < length) {
            Row row = scanner.read(from);
            int end = row == null ? -1 : endOfLine(bytes, scanner.end(), length);
            if (row != null && end >= 0) {
                rows.add(row);
            } else {
                end = indexOfLineEnd(bytes, from, length);
                line(bytes, from, end - from, base + (position == Position.LINE ? number : from));
            }
            number++;
            from = end + 1;
        }
    }

    /** Decodes one line without its line end; an empty one is passed over. */
    private void line(byte[] bytes, int offset, int length, long position) {
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

    /** Where the line end is, if nothing but that is here; else -1. */
    private static int endOfLine(byte[] bytes, int at, int length) {
        int end = at < length && bytes[at] == '\r' ? at + 1 : at;
        return end == length || bytes[end] == '\n' ? end : -1;
    }

    private static int indexOfLineEnd(byte[] bytes, int from, int length) {
        int end = from;
        while (end < length && bytes[end] != '\n') {
            end++;
        }
        return end;
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
