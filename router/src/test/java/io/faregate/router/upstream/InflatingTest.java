package io.faregate.router.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.testing.StubUpstream;
import io.faregate.router.testing.Zipped;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A compressed answer never takes its event loop for longer than a turn's share. */
final class InflatingTest {
    private static final int MEGABYTES = 20;
    /** What a step can make of its kilobyte. */
    private static final int STEP_BYTES = 1032 << 10;

    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();
    private final HttpClient client = vertx.createHttpClient();

    @AfterEach
    void close() throws Exception {
        vertx.close().await();
    }

    /** Counts the turns of the loop, and the bytes told in the busiest of them. Confined to the loop. */
    @SuppressWarnings("NullAway.Init") // told its source before the first piece
    private final class Busiest implements Inflating.Sink {
        private final Promise<Busiest> done = Promise.promise();
        private long turn;
        private long turnOfLast;
        private long bytesOfTurn;
        private long mostBytes;
        private long totalBytes;
        private int pauses;
        private Inflating inflating;

        private void tick() {
            turn++;
            if (!done.future().isComplete()) {
                loop.runOnContext(next -> tick());
            }
        }

        @Override
        public void data(Buffer piece) {
            bytesOfTurn = turn == turnOfLast ? bytesOfTurn + piece.length() : piece.length();
            turnOfLast = turn;
            mostBytes = Math.max(mostBytes, bytesOfTurn);
            totalBytes += piece.length();
            if (totalBytes > (pauses + 1L) * (5 << 20)) {
                pauses++;
                inflating.pause();
                loop.runOnContext(later -> inflating.resume());
            }
        }

        @Override
        public void end() {
            done.complete(this);
        }

        @Override
        public void broken(Inflating.BadEncoding cause) {
            done.fail(cause);
        }
    }

    @Test
    void aTurnOfTheLoopInflatesNoMoreThanItsShare() throws Exception {
        byte[] zipped = Zipped.bomb("", MEGABYTES);
        try (StubUpstream upstream = StubUpstream.start()) {
            upstream.then(conversation -> {
                conversation.say("HTTP/1.1 200 OK\r\ncontent-length: " + zipped.length + "\r\n\r\n");
                conversation.say(zipped);
            });
            Busiest busiest = new Busiest();
            loop.runOnContext(now -> {
                busiest.tick();
                client.request(HttpMethod.GET, URI.create(upstream.url()).getPort(), "127.0.0.1", "/")
                        .compose(request -> request.send())
                        .onSuccess(answer -> {
                            Inflating inflating = Objects.requireNonNull(Inflating.of(vertx, answer, "gzip", busiest));
                            busiest.inflating = inflating;
                            answer.handler(inflating::add);
                            answer.endHandler(end -> inflating.end());
                        })
                        .onFailure(busiest.done::fail);
            });

            busiest.done.future().await();

            assertThat(busiest.totalBytes).isEqualTo((long) MEGABYTES << 20);
            assertThat(busiest.mostBytes).isLessThanOrEqualTo(Inflating.TURN_BYTES + STEP_BYTES);
            assertThat(busiest.pauses).isEqualTo(3);
        }
    }
}
