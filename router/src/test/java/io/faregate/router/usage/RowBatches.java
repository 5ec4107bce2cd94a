package io.faregate.router.usage;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Batches of sample rows, for tests of what takes them. */
public final class RowBatches {
    private RowBatches() {}

    /** A batch of so many rows. */
    public static RowBatch of(int rows) {
        UsageRowEncoder encoder = new UsageRowEncoder("box-1", "0.1.0");
        RowBatch batch = new RowBatch();
        for (int i = 0; i < rows; i++) {
            encoder.encode(i % 2 == 0 ? RowSamples.served() : RowSamples.fallenThrough(), batch);
        }
        return batch;
    }

    /** The lines of a batch. */
    public static String lines(RowBatch batch) {
        return new String(batch.bytes(), 0, batch.length(), UTF_8);
    }
}
