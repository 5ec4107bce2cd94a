package io.faregate.bench.load;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection that carries one request at a time and comes back by itself when it is lost. Confined to one loop.
 */
final class Link {
    private final NetClient client;
    private final Target target;
    private final ResponseReader reader = new ResponseReader();
    private final Consumer<Link> done;
    private @Nullable NetSocket socket;
    private boolean busy;
    private boolean good;
    private boolean closed;
    private long startNanos;

    /** {@code done} is called after each response or loss. */
    Link(NetClient client, Target target, Consumer<Link> done) {
        this.client = client;
        this.target = target;
        this.done = done;
    }

    Future<Void> connect() {
        return client.connect(target.port(), target.host()).map(connected -> {
            socket = connected;
            connected.handler(this::received);
            connected.closeHandler(lost -> lost());
            connected.exceptionHandler(broken -> {});
            return null;
        });
    }

    void send(Buffer request, long start) {
        busy = true;
        startNanos = start;
        reader.reset();
        NetSocket to = socket;
        if (to == null) {
            end(false);
        } else {
            to.write(request).onFailure(gone -> {});
        }
    }

    /** The time that the last request counts from. */
    long startNanos() {
        return startNanos;
    }

    /** Whether the last request was answered with 200. */
    boolean good() {
        return good;
    }

    int events() {
        return reader.events();
    }

    void close() {
        closed = true;
        if (socket != null) {
            socket.close().onFailure(gone -> {});
        }
    }

    private void received(Buffer buffer) {
        if (busy && reader.feed(buffer.getBytes())) {
            boolean answered = reader.status() == 200;
            if (!reader.keepAlive() && socket != null) {
                socket.closeHandler(gone -> {});
                socket.close().onFailure(gone -> {});
                socket = null;
                connect().onComplete(again -> end(answered && again.succeeded()));
                return;
            }
            end(answered);
        }
    }

    private void lost() {
        socket = null;
        if (closed) {
            return;
        }
        connect().onComplete(again -> {
            if (busy) {
                end(false);
            }
        });
    }

    private void end(boolean answered) {
        busy = false;
        good = answered;
        done.accept(this);
    }
}
