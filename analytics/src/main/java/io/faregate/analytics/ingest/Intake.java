package io.faregate.analytics.ingest;

import io.faregate.analytics.store.Batch;
import io.faregate.analytics.store.LoadResult;
import io.faregate.analytics.store.Warehouse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/**
 * Rows that are sent rather than found: newline-delimited JSON, plain or gzip. Sending them again changes nothing,
 * since a row is known by its id. Safe for use by many threads; blocks while the batch is stored.
 */
public final class Intake {
    /** The largest body, unpacked. */
    public static final int MAX_BYTES = 64 << 20;

    /** A packed body holds more than may be taken at once; none of it was. */
    public static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLarge(String message) {
            super(message);
        }
    }

    private final Warehouse warehouse;
    private final RowDecoder decoder = new RowDecoder();

    /** An intake into this warehouse. */
    public Intake(Warehouse warehouse) {
        this.warehouse = warehouse;
    }

    /**
     * Stores the rows of a body.
     *
     * @throws IllegalArgumentException if the body is damaged gzip
     * @throws TooLarge if it is larger than {@link #MAX_BYTES} unpacked
     */
    public LoadResult store(byte[] body) {
        byte[] lines = isGzip(body) ? unpack(body) : body;
        LineSplitter splitter = new LineSplitter(decoder, "POST");
        splitter.lines(lines, lines.length, LineSplitter.Position.LINE, 0);
        return warehouse.load(new Batch(splitter.rows(), splitter.bad(), null));
    }

    private static boolean isGzip(byte[] body) {
        return body.length > 2 && body[0] == 0x1f && body[1] == (byte) 0x8b;
    }

    private static byte[] unpack(byte[] body) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            byte[] plain = in.readNBytes(MAX_BYTES + 1);
            if (plain.length > MAX_BYTES) {
                throw new TooLarge("body larger than " + MAX_BYTES + " bytes unpacked");
            }
            return plain;
        } catch (IOException e) {
            throw new IllegalArgumentException("body is damaged gzip: " + e.getMessage(), e);
        }
    }
}
