package io.faregate.router.server;

import io.vertx.core.buffer.Buffer;

/** Collects an answer that is looked at when it is whole. Confined to its event loop. */
sealed interface WholeAnswer permits Collector, EventFold {
    /** Takes a piece; false when the answer is longer than is taken. */
    boolean add(Buffer piece);

    /** What has been collected. */
    byte[] bytes();

    /** Gives back the room it took. */
    void close();
}
