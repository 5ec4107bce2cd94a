package io.faregate.router.server;

import io.vertx.core.Completable;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * Whether a client takes what it is sent. What has been handed to the operating system counts as taken; when nothing of
 * what waits is taken for a while, the client has gone without saying so, or holds its place for nothing. Confined to
 * its event loop.
 */
final class Uptake implements Completable<Void> {
    private static final long NO_TIMER = -1;

    private final Loop loop;
    private final Runnable stuck;
    private long waiting;
    private long pieces;
    private long piecesAtLastLook;
    private long timer = NO_TIMER;

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
        if (waiting == 0 && timer != NO_TIMER) {
            loop.vertx().cancelTimer(timer);
            timer = NO_TIMER;
        }
    }

    /** Something waits, and the client has to take it: looks until all is taken. */
    void watch() {
        if (waiting > 0 && timer == NO_TIMER) {
            arm();
        }
    }

    private void arm() {
        piecesAtLastLook = pieces;
        timer = loop.vertx().setTimer(loop.shared().patience().stallMillis(), fired -> look());
    }

    private void look() {
        timer = NO_TIMER;
        if (waiting > 0 && pieces == piecesAtLastLook) {
            stuck.run();
        } else if (waiting > 0) {
            arm();
        }
    }
}
