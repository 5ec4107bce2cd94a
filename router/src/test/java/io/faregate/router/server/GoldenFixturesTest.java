package io.faregate.router.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.catalog.Provider;
import io.faregate.router.dialect.Dialect;
import io.faregate.router.route.Surface;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import io.faregate.router.wire.SseScanner;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a client asks, what the provider is sent, what it answers, and what the client gets, is booked and benched: one
 * file a case in {@code fixtures}. Streams come one byte a piece. {@code -Dfaregate.golden.update=true} writes what
 * comes out into the files, to be read before it is believed.
 */
final class GoldenFixturesTest {
    static Stream<Fixture> all() {
        return Fixture.all().stream();
    }

    static Stream<Fixture> streamed() {
        return all().filter(Fixture::streams);
    }

    @Test
    void areThirtyAndSomeInTwoParts() {
        assertThat(Fixture.all().stream().map(Fixture::number).distinct()).hasSize(30);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void comesOutAsWritten(Fixture fixture) throws Exception {
        try (ProviderRouter router = new ProviderRouter(fixture.providers())) {
            for (Fixture.Call call : fixture.calls()) {
                router.upstream(call.provider()).then(call.answer());
            }
            Reply reply;
            try (LoopbackClient client = new LoopbackClient(router.port())) {
                reply = client.post(fixture.path(), fixture.request()).read();
            }
            ObjectNode actual = Fixture.JSON.createObjectNode();
            for (int i = 0; i < fixture.providers().length; i++) {
                for (String body : router.upstream(i).bodies()) {
                    actual.withArray("sent").add(Fixture.JSON.readTree(body));
                }
            }
            actual.set("reply", FixtureFigures.reply(reply));
            actual.set("row", FixtureFigures.row(router.rows(1).get(0)));
            actual.set("bench", FixtureFigures.bench(fixture, router.setup().routing()));

            fixture.updateIfWanted(actual);

            assertThat(Fixture.pretty(actual)).isEqualTo(Fixture.pretty(fixture.expected()));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("streamed")
    void readsTheSameWhereverItIsTorn(Fixture fixture) throws SseScanner.EventTooLong {
        byte[] stream = fixture.stream();
        List<String> whole = chunks(fixture, stream);
        assertThat(whole).isNotEmpty();
        for (int i = 0; i <= stream.length; i++) {
            assertThat(chunks(fixture, Arrays.copyOfRange(stream, 0, i), Arrays.copyOfRange(stream, i, stream.length)))
                    .as("torn at %d", i)
                    .isEqualTo(whole);
        }
    }

    private static List<String> chunks(Fixture fixture, byte[]... pieces) throws SseScanner.EventTooLong {
        String name = fixture.providers()[0].split("/")[0];
        String dialect = name.equals("anthropic") ? "anthropic" : "openai";
        Provider provider = new Provider(name, URI.create("http://localhost"), dialect, List.of(), null);
        List<String> seen = new ArrayList<>();
        SseScanner.Listener events = Dialect.of(provider, Surface.CHAT, false)
                .chatEvents(
                        new SseScanner.Listener() {
                            @Override
                            public void onEvent(String event, byte[] bytes, int offset, int length) {
                                seen.add(event + new String(bytes, offset, length, UTF_8));
                            }

                            @Override
                            public void onComment() {
                                seen.add("#");
                            }
                        },
                        1);
        SseScanner scanner = new SseScanner(1 << 20);
        for (byte[] piece : pieces) {
            scanner.feed(piece, 0, piece.length, events);
        }
        return seen;
    }
}
