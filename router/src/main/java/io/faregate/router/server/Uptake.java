package io.faregate.router.server;

import io.vertx.core.Completable;
import io.vertx.core.Future;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/**
 * Whether a client takes what it is sent. What has been handed to the operating system counts as taken; when nothing of
 * what waits is taken for a while, the client has gone without saying so, or holds its place for nothing. Confined to
 * its event loop.
 */
final class Uptake implements Completable<Void> {
    private final Loop loop;
    private final Runnable stuck;
    private long waiting;
    private long pieces;
    private long piecesAtLastLook;
    private @Nullable ScheduledFuture<?> timer;

    /** Tells {@code stuck} once between one and two of the bounds after the client has stopped to take anything. */
    Uptake(Loop loop, Runnable stuck) {
        this.loop = loop;
        this.stuck = stuck;
    }

    /** A piece is on its way to the client. */
    void follow(Future<Void> write) {
        waiting++;
        write.onComplete(this);
    }

    /** A piece has been taken, or never will be: the end of the connection is told elsewhere. */
    @Override
    public void complete(@Nullable Void taken, @Nullable Throwable failure) {
        waiting--;
        pieces++;
        if (waiting == 0 && timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    /** Something waits, and the client has to take it: looks until all is taken. */
    void watch() {
        if (waiting > 0 && timer == null) {
            arm();
        }
    }

    private void arm() {
        piecesAtLastLook = pieces;
        timer = loop.timer(loop.shared().patience().stallMillis(), this::look);
    }

    private void look() {
        timer = null;
        if (waiting > 0 && pieces == piecesAtLastLook) {
            stuck.run();
        } else if (waiting > 0) {
            arm();
        }
    }
}
