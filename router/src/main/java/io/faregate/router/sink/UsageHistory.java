package io.faregate.router.sink;

import io.faregate.router.usage.ByteScan;
import io.faregate.router.usage.RowReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the row files of a directory at start, those of other instances included, so that the budgets know what was
 * spent. Blocking: for the time before traffic.
 */
public final class UsageHistory {
    private static final Logger LOG = LoggerFactory.getLogger(UsageHistory.class);
    private static final int BUFFER_BYTES = 1 << 20;
    static final int MAX_LINE_BYTES = 1 << 24;
    private static final byte LINE_FEED = '\n';

    private UsageHistory() {}

    /**
     * Reads every file that can hold a call which came in at {@code sinceMillis} or later. A file that can not be read
     * is told in the log; the others are read all the same.
     */
    public static void read(Path directory, long sinceMillis, RowReader rows) {
        try (RowBlocks blocks = new RowBlocks(sinceMillis, rows)) {
            files(directory, sinceMillis, blocks::read);
        }
        if (rows.bad() > 0) {
            LOG.warn("{} lines in {} are no whole rows and were passed over", rows.bad(), directory);
        }
    }

    /** Takes a line, {@code bytes[from, to)}, its line feed not included; the bytes are used again afterwards. */
    public interface Lines {
        /** Takes one. */
        void take(byte[] bytes, int from, int to);
    }

    /**
     * Reads every line of every file that can hold a call which came in at {@code sinceMillis} or later; gives how many
     * files there were.
     */
    public static int each(Path directory, long sinceMillis, Lines lines) {
        return files(directory, sinceMillis, file -> readLines(file, lines));
    }

    /** Reads one file. */
    private interface Reading {
        void read(InputStream file) throws IOException;
    }

    private static int files(Path directory, long sinceMillis, Reading reading) {
        int files = 0;
        try {
            String earliest = UsageFiles.name(UsageFiles.hour(sinceMillis), "");
            for (Path file : UsageFiles.list(directory)) {
                if (!UsageFiles.isBefore(file, earliest)) {
                    readFile(file, reading);
                    files++;
                }
            }
        } catch (IOException e) {
            LOG.warn("rows of {} can not be listed, what is in them is missing: {}", directory, e.toString());
        }
        return files;
    }

    private static void readFile(Path file, Reading reading) {
        try (InputStream in = Files.newInputStream(file)) {
            reading.read(in);
        } catch (IOException e) {
            LOG.warn("{} can not be read, what is in it is missing: {}", file, e.toString());
        }
    }

    private static void readLines(InputStream in, Lines lines) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        int held = 0;
        int searched = 0;
        while (true) {
            int got = in.read(buffer, held, buffer.length - held);
            int end = held + Math.max(got, 0);
            int start = 0;
            int feed = ByteScan.find(buffer, searched, end, LINE_FEED);
            while (feed < end) {
                line(lines, buffer, start, feed);
                start = feed + 1;
                feed = ByteScan.find(buffer, start, end, LINE_FEED);
            }
            if (got < 0) {
                line(lines, buffer, start, end);
                return;
            }
            held = end - start;
            System.arraycopy(buffer, start, buffer, 0, held);
            searched = held;
            if (held == buffer.length) {
                if (held >= MAX_LINE_BYTES) {
                    throw new IOException("a line is longer than " + MAX_LINE_BYTES + " bytes");
                }
                buffer = Arrays.copyOf(buffer, 2 * buffer.length);
            }
        }
    }

    private static void line(Lines lines, byte[] buffer, int start, int end) {
        if (end > start) {
            lines.take(buffer, start, end);
        }
    }
}
