package io.faregate.router.usage;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Where rows go. Thread-safe; never blocks and never throws, whatever becomes of the disk. */
public interface UsageSink {
    /**
     * Takes one line.
     *
     * @param line one JSON object with its line feed; the sink keeps it, nobody changes it any more
     * @param handedOver run exactly once, on a thread of the sink's choice, when the operating system has the line or
     *     when it is lost and counted; must be quick and must not throw
     */
    void append(byte[] line, Runnable handedOver);

    /**
     * Takes lines that have come together.
     *
     * @param batch the sink's until it tells, and then the caller's again; not empty
     * @param handedOver as above, once for all lines
     */
    default void append(RowBatch batch, Runnable handedOver) {
        AtomicInteger left = new AtomicInteger(batch.rows());
        int from = 0;
        for (int i = 0; i < batch.length(); i++) {
            if (batch.bytes()[i] == '\n') {
                append(Arrays.copyOfRange(batch.bytes(), from, i + 1), () -> {
                    if (left.decrementAndGet() == 0) {
                        handedOver.run();
                    }
                });
                from = i + 1;
            }
        }
    }
}
