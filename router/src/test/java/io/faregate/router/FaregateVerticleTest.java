package io.faregate.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.router.config.ConfigException;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.StubUpstream;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that has a router in it; the example of the operator's pages. */
final class FaregateVerticleTest {
    private final Vertx vertx = Vertx.vertx();

    @TempDir
    private Path folder;

    @AfterEach
    void close() throws Exception {
        vertx.close().await();
    }

    private FaregateVerticle verticle(String configuration) throws Exception {
        Path file = Files.writeString(folder.resolve("faregate.yaml"), configuration);
        return new FaregateVerticle(
                file, Map.of("A_KEY", "key", "FAREGATE_ROUTER_PORT", "0", "FAREGATE_DATA_DIR", folder.toString()));
    }

    @Test
    void servesWithinAnApplicationAndLeavesItRunning() throws Exception {
        try (StubUpstream provider = StubUpstream.start()) {
            provider.then(Answers.whole());
            FaregateVerticle faregate = verticle("""
                    providers: { a: { base_url: "%s", api_key_env: A_KEY } }
                    targets: [ { name: t, virtual_key: a, model: m, price: { input: 1, output: 2 } } ]
                    """.formatted(provider.url()));

            String deployment = vertx.deployVerticle(faregate).await();
            assertThat(ask(faregate.url())).contains("\"Hello\"", "\"faregate\":{");
            vertx.undeploy(deployment).await();

            assertThatThrownBy(() -> ask(faregate.url())).hasMessageContaining("refused");
            assertThat(vertx.executeBlocking(() -> "alive").await()).isEqualTo("alive");
            try (var files = Files.walk(folder)) {
                assertThat(files.filter(path -> path.toString().endsWith(".jsonl"))
                                .flatMap(FaregateVerticleTest::lines))
                        .hasSize(1);
            }
        }
    }

    @Test
    void aFaultyConfigurationFailsTheDeployment() throws Exception {
        FaregateVerticle faregate = verticle("budgetz: {}\n");

        assertThatThrownBy(() -> vertx.deployVerticle(faregate).await())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("budgetz");
    }

    private String ask(String url) throws Exception {
        RequestOptions request =
                new RequestOptions().setMethod(HttpMethod.POST).setAbsoluteURI(url + "/v1/chat/completions");
        return vertx.createHttpClient()
                .request(request)
                .compose(sent -> sent.send(Buffer.buffer("{\"model\":\"m\",\"messages\":[]}")))
                .compose(HttpClientResponse::body)
                .await()
                .toString();
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
