package io.faregate.analytics.backfill;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Cuts a stream into batches of whole lines. For one thread. */
final class LineBatches {
    private final InputStream in;
    private final int longestLineBytes;
    private byte[] buffer;
    private int filled;
    private long lines;
    private boolean ended;
    private @Nullable IOException failure;

    /**
     * Lines of a stream, which the caller closes.
     *
     * @param usualBytes about how many bytes a batch has
     * @param longestLineBytes how many bytes a line may have
     */
    LineBatches(InputStream in, int usualBytes, int longestLineBytes) {
        this.in = in;
        this.longestLineBytes = longestLineBytes;
        this.buffer = new byte[usualBytes];
    }

    /**
     * Lines of a file.
     *
     * @param linesBefore how many lines of the file come before
     */
    record Batch(byte[] bytes, long linesBefore) {}

    /**
     * The next lines; the last of the stream need not have an end. Null after the last.
     *
     * @throws IOException if a line is longer than may be, or the stream failed, once its whole lines were given
     */
    @Nullable
    Batch next() throws IOException {
        while (!ended) {
            fill();
            int end = ended && failure == null ? filled : lastLineEnd();
            if (end > 0) {
                Batch batch = new Batch(Arrays.copyOf(buffer, end), lines);
                for (int i = 0; i < end; i++) {
                    lines += buffer[i] == '\n' ? 1 : 0;
                }
                System.arraycopy(buffer, end, buffer, 0, filled - end);
                filled -= end;
                return batch;
            }
            if (filled >= longestLineBytes) {
                throw new IOException("line " + (lines + 1) + " is longer than " + longestLineBytes + " bytes");
            }
            if (!ended) {
                buffer = Arrays.copyOf(buffer, Math.min(longestLineBytes, buffer.length * 2));
            }
        }
        if (failure != null) {
            throw failure;
        }
        return null;
    }

    private void fill() {
        try {
            while (!ended && filled < buffer.length) {
                int read = in.read(buffer, filled, buffer.length - filled);
                ended = read < 0;
                filled += Math.max(0, read);
            }
        } catch (IOException e) {
            failure = e;
            ended = true;
        }
    }

    private int lastLineEnd() {
        int end = filled;
        while (end > 0 && buffer[end - 1] != '\n') {
            end--;
        }
        return end;
    }
}
