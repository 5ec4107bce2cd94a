package io.faregate.router.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.function.BooleanSupplier;

/**
 * Turns the framing fault of a body into its end, where somebody is there to answer it; Vert.x closes the connection at
 * once, under an answer that is on its way too. What follows on the connection is nothing any more. For one connection,
 * confined to its event loop.
 */
public final class FramingFault extends ChannelInboundHandlerAdapter {
    private static final AttributeKey<Boolean> FOUND = AttributeKey.valueOf(FramingFault.class, "found");

    private final BooleanSupplier taken;

    /**
     * For one connection.
     *
     * @param taken told of a fault; true when it will be answered
     */
    FramingFault(BooleanSupplier taken) {
        this.taken = taken;
    }

    /** Whether what came as the end of a request's body is none: its framing was broken. */
    public static boolean in(HttpServerRequest request) {
        return request.connection() instanceof ConnectionBase connection
                && Boolean.TRUE.equals(
                        connection.channelHandlerContext().channel().attr(FOUND).get());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        boolean faulty = message instanceof HttpContent content
                && !(message instanceof HttpMessage)
                && content.decoderResult().isFailure();
        if (faulty && taken.getAsBoolean()) {
            ctx.channel().attr(FOUND).set(true);
            ((HttpContent) message).release();
            ctx.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
        } else {
            ctx.fireChannelRead(message);
        }
    }
}
