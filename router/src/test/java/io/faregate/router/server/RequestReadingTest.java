package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.router.route.Surface;
import io.faregate.router.wire.BadRequest;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Long bodies are read beside the event loop, which goes on meanwhile. */
final class RequestReadingTest {
    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();

    @AfterEach
    void close() throws Exception {
        vertx.close().await();
    }

    private Future<RequestFacts.Scanned> onLoop(RequestReading.Work work) {
        Promise<RequestFacts.Scanned> done = Promise.promise();
        loop.runOnContext(ignored -> RequestReading.apart(vertx, 1, work).onComplete(read -> {
            assertThat(Context.isOnEventLoopThread()).isTrue();
            done.handle(read);
        }));
        return done.future();
    }

    @Test
    void theLoopTicksWhileABodyIsRead() throws Exception {
        CountDownLatch ticked = new CountDownLatch(1000);
        Future<RequestFacts.Scanned> read = onLoop(scanner -> {
            assertThat(Context.isOnEventLoopThread()).isFalse();
            awaitTicks(ticked);
            byte[] body = "{\"model\":\"m\",\"messages\":[]}".getBytes(StandardCharsets.UTF_8);
            return new RequestFacts.Scanned(scanner.scan(body, Surface.CHAT, false), null, null);
        });
        tick(ticked);

        assertThat(read.await().asked().facts().model()).isEqualTo("m");
    }

    /** Each tick is a turn of the loop of its own. */
    private void tick(CountDownLatch ticks) {
        loop.runOnContext(ignored -> {
            ticks.countDown();
            if (ticks.getCount() > 0) {
                tick(ticks);
            }
        });
    }

    private static void awaitTicks(CountDownLatch ticks) {
        try {
            ticks.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aBodyThatCannotBeReadIsToldAsSuch() {
        Future<RequestFacts.Scanned> read = onLoop(
                scanner -> new RequestFacts.Scanned(scanner.scan(new byte[] {'{'}, Surface.CHAT, false), null, null));

        assertThatThrownBy(read::await).isInstanceOf(BadRequest.class);
    }
}
