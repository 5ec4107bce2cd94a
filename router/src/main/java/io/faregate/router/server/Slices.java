package io.faregate.router.server;

import io.faregate.router.wire.ByteSlices;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;

/** Byte ranges as one buffer, without copying them. */
final class Slices {
    private Slices() {}

    static Buffer buffer(ByteSlices slices) {
        if (slices.count() == 1) {
            return BufferInternal.buffer(Unpooled.wrappedBuffer(slices.array(0), slices.offset(0), slices.length(0)));
        }
        CompositeByteBuf whole = Unpooled.compositeBuffer(Math.max(2, slices.count()));
        for (int i = 0; i < slices.count(); i++) {
            whole.addComponent(true, Unpooled.wrappedBuffer(slices.array(i), slices.offset(i), slices.length(i)));
        }
        return BufferInternal.buffer(whole);
    }
}
