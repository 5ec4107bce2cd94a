package io.faregate.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.testing.Answers;
import io.faregate.router.testing.StubUpstream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies that are meant to be more than a router can take; it answers, never with a fault of its own. */
final class HostileBodiesTest {
    private static final int MOST = 32 << 20;
    private static final String HEAD = "{\"model\":\"r\",\"max_tokens\":5,\"messages\":";

    private static StubUpstream provider;
    private static RouterProcess router;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws Exception {
        provider = StubUpstream.start();
        Path file = Files.writeString(folder.resolve("faregate.yaml"), """
                providers: { p: { base_url: "%s", api_key_env: K } }
                targets: [ { name: t, virtual_key: p, model: m, price: { input: 1, output: 2 }, max_ctx: 100000000 } ]
                routes: { r: { mode: content-based, targets: [t], rules: [ { when: { prompt_contains: zzz }, targets: [t] } ] } }
                """.formatted(provider.url()));
        router = RouterProcess.start(
                file, Map.of("K", "key", "FAREGATE_ROUTER_PORT", "0", "FAREGATE_DATA_DIR", folder.toString()), "1");
    }

    @AfterAll
    static void stop() {
        router.stop();
        provider.close();
    }

    static Stream<Arguments> bodies() {
        int room = MOST - 200;
        String content = HEAD + "[{\"role\":\"user\",\"content\":\"%s\"}]}";
        StringBuilder keys = new StringBuilder(HEAD).append("[]");
        for (int i = 0; i < 1_000_000; i++) {
            keys.append(",\"k").append(i).append("\":1");
        }
        return Stream.of(
                Arguments.of("one long string", content.formatted("x".repeat(room)), 200),
                Arguments.of("a string of escapes", content.formatted("\\u00e9".repeat(room / 6)), 200),
                Arguments.of("half pairs", content.formatted("\\ud83d".repeat(1_000_000)), 200),
                Arguments.of(
                        "many messages",
                        HEAD + "[" + "{\"role\":\"user\",\"content\":\"\"},".repeat(900_000)
                                + "{\"role\":\"user\",\"content\":\"\"}]}",
                        200),
                Arguments.of("deep nesting", HEAD + "[".repeat(room / 2) + "]".repeat(room / 2) + "}", 400),
                Arguments.of("nesting that does not end", HEAD + "[{\"a\":".repeat(room / 6), 400),
                Arguments.of("a number that does not end", HEAD + "[],\"n\":" + "9".repeat(room) + "}", 200),
                Arguments.of("a huge exponent", HEAD + "[],\"temperature\":1e" + "9".repeat(1000) + "}", 200),
                Arguments.of("a million keys", keys + "}", 400),
                Arguments.of("one key twice", HEAD + "[],\"a\":1,\"a\":2}", 400),
                Arguments.of("nothing but a quote", "\"".repeat(1000), 400));
    }

    private static int send(byte[] body) throws Exception {
        provider.clear();
        provider.then(Answers.whole());
        HttpRequest request = HttpRequest.newBuilder(URI.create(router.url() + "/v1/chat/completions"))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bodies")
    void isAnswered(String what, String body, int status) throws Exception {
        assertThat(send(body.getBytes(StandardCharsets.UTF_8))).isEqualTo(status);
    }

    static Stream<byte[]> notUtf8() {
        return Stream.of(new byte[] {(byte) 0xff}, new byte[] {(byte) 0xc0, (byte) 0x80}, new byte[] {
            (byte) 0xed, (byte) 0xa0, (byte) 0x80
        });
    }

    @ParameterizedTest
    @MethodSource("notUtf8")
    void bytesThatAreNoUtf8AreRefused(byte[] wrong) throws Exception {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(
                (HEAD + "[{\"role\":\"user\",\"content\":\"" + "x".repeat(2 << 20)).getBytes(StandardCharsets.UTF_8));
        body.write(wrong);
        body.write("\"}]}".getBytes(StandardCharsets.UTF_8));

        assertThat(send(body.toByteArray())).isEqualTo(400);
    }
}
