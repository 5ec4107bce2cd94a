package io.faregate.router.upstream;

import io.faregate.router.wire.ByteSlices;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;

/** Byte ranges as buffers, and buffers as arrays, with the least copying that the transport allows. Stateless. */
public final class Slices {
    private Slices() {}

    /**
     * Ranges as one buffer. They are copied: a buffer made of parts is brought into one piece by the transport anyway,
     * at the price of an object for each part.
     */
    public static Buffer buffer(ByteSlices slices) {
        if (slices.count() == 1) {
            return piece(slices, 0);
        }
        return BufferInternal.buffer(Unpooled.wrappedBuffer(slices.toByteArray()));
    }

    /** An array as a buffer, without copying it. */
    public static Buffer buffer(byte[] bytes) {
        return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
    }

    /** One range as a buffer over its array. */
    public static Buffer piece(ByteSlices slices, int index) {
        return BufferInternal.buffer(
                Unpooled.wrappedBuffer(slices.array(index), slices.offset(index), slices.length(index)));
    }

    /** The bytes of a buffer that nobody else keeps: its own array where that holds nothing else. */
    public static byte[] bytes(Buffer buffer) {
        if (buffer instanceof BufferInternal internal) {
            ByteBuf bytes = internal.unwrap();
            boolean alone = bytes.hasArray()
                    && bytes.arrayOffset() == 0
                    && bytes.readerIndex() == 0
                    && bytes.array().length == bytes.readableBytes();
            if (alone) {
                return bytes.array();
            }
        }
        return buffer.getBytes();
    }
}
