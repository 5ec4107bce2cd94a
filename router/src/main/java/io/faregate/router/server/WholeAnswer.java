package io.faregate.router.server;

import io.faregate.router.wire.ByteSlices;
import io.vertx.core.buffer.Buffer;

/** Collects an answer that is looked at when it is whole. Confined to its event loop, but for {@link #bytes}. */
sealed interface WholeAnswer permits Collector, EventFold {
    /** Takes a piece; false when the answer is longer than is taken. */
    boolean add(Buffer piece);

    /** How much has been taken. */
    long length();

    /** What has been collected, for any one thread once nothing is added; of no use after {@link #close}. */
    byte[] bytes();

    /** The same, without copying where it lies in parts. */
    default ByteSlices slices() {
        return new ByteSlices().add(bytes());
    }

    /** Gives back the room it took, and forgets what it has. */
    void close();
}
