package io.faregate.router.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.config.ConfigLoader;
import io.faregate.router.config.Environment;
import io.faregate.router.config.Overrides;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.StubUpstream;
import io.faregate.router.wire.ByteSlices;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call says of itself that met a kept connection which was broken, and then nobody. */
final class KeptConnectionTest {
    private final Vertx vertx = Vertx.vertx();
    private final StubUpstream provider = StubUpstream.start();
    private final CountDownLatch answered = new CountDownLatch(1);
    private final CountDownLatch broken = new CountDownLatch(1);

    @AfterEach
    void close() {
        provider.close();
        vertx.close().await();
    }

    private Candidate candidate() throws Exception {
        String text = "providers: { a: { base_url: \"" + provider.url() + "\", api_key_env: KEY, dialect: openai } }\n"
                + "targets: [ { name: a, virtual_key: a, model: m } ]\nroutes: { r: { mode: single, targets: [a] } }\n";
        ConfigLoader loader = new ConfigLoader(PriceBook.builtIn(), new Environment(Map.of("KEY", "k"), name -> null));
        return Objects.requireNonNull(loader.load("test", text, name -> null, Overrides.NONE)
                        .routing()
                        .routes()
                        .get("r"))
                .candidates()
                .get(0);
    }

    /** Ends when the call does. */
    private static final class Ending implements CallListener {
        private final Promise<Void> over = Promise.promise();

        @Override
        public void head(int status, MultiMap headers) {}

        @Override
        public void data(Buffer piece) {}

        @Override
        public void end() {
            over.complete();
        }

        @Override
        public void broken(Throwable cause, boolean afterHead) {
            over.complete();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 100_000})
    void isNotSentWhenItsFirstByteFoundTheConnectionBroken(int bodyBytes) throws Exception {
        ByteSlices body = new ByteSlices().add(new byte[bodyBytes]);
        Candidate candidate = candidate();
        provider.then(conversation -> {
            Answers.whole().to(conversation);
            answered.await();
            conversation.reset();
            provider.close();
            broken.countDown();
        });
        Promise<Boolean> sent = Promise.promise();
        vertx.getOrCreateContext().runOnContext(start -> {
            UpstreamClient client = new UpstreamClient(vertx);
            Ending first = new Ending();
            client.post(candidate, "/chat/completions", body, null, null, first);
            first.over
                    .future()
                    .onSuccess(ended -> vertx.runOnContext(next -> {
                        // The loop stands still meanwhile, so that it does not see the break before it writes.
                        answered.countDown();
                        await(broken);
                        Ending second = new Ending();
                        Call call = client.post(candidate, "/chat/completions", body, null, null, second);
                        second.over.future().onSuccess(over -> sent.complete(call.sent()));
                    }));
        });

        assertThat(sent.future().await()).isFalse();
        assertThat(provider.calls()).isEqualTo(1);
    }
}
