package io.faregate.router.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.StubUpstream.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One file of {@code fixtures}: providers, a request, their answers in order, and what is expected of it. */
final class Fixture {
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final Path FOLDER =
            Path.of("src", "test", "resources", "io", "faregate", "router", "server", "fixtures");

    private final Path file;
    private final JsonNode root;

    private Fixture(Path file) {
        this.file = file;
        try {
            this.root = JSON.readTree(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One answer: which provider gives it is told by the order, a failure being the end of a provider's turn. */
    record Call(int provider, JsonNode node) {
        int status() {
            return node.path("status").asInt(200);
        }

        boolean streams() {
            return node.has("stream");
        }

        String body() {
            return node.has("json")
                    ? node.path("json").toString()
                    : node.path("text").asText();
        }

        @Nullable
        String header(String name) {
            for (JsonNode header : node.path("headers")) {
                String[] parts = header.asText().split(": ", 2);
                if (parts[0].equals(name.toLowerCase(Locale.ROOT))) {
                    return parts[1];
                }
            }
            return null;
        }

        byte[] stream() {
            byte[] all = node.path("stream").asText().getBytes(UTF_8);
            return Arrays.copyOf(all, all.length - node.path("cut_bytes").asInt(0));
        }

        Answer answer() {
            if (streams()) {
                return conversation -> {
                    conversation.say(
                            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
                    conversation.byteByByte(stream());
                    conversation.say("0\r\n\r\n");
                };
            }
            List<String> headers = new ArrayList<>();
            node.path("headers").forEach(header -> headers.add(header.asText()));
            return Answers.status(status(), body(), headers.toArray(String[]::new));
        }
    }

    static List<Fixture> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().map(Fixture::new).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The digits its name begins with. */
    String number() {
        return name().substring(0, 2);
    }

    private String name() {
        return Objects.requireNonNull(file.getFileName()).toString();
    }

    String[] providers() {
        List<String> providers = new ArrayList<>();
        root.path("providers").forEach(provider -> providers.add(provider.asText()));
        return providers.toArray(String[]::new);
    }

    String path() {
        return root.path("path").asText(RunningRouter.PATH);
    }

    String request() {
        return root.path("request").toString();
    }

    /** With two providers the first gives the first answer, the second the others. */
    List<Call> calls() {
        List<Call> calls = new ArrayList<>();
        int last = root.path("providers").size() - 1;
        for (JsonNode answer : root.path("answers")) {
            calls.add(new Call(Math.min(calls.size(), last), answer));
        }
        return calls;
    }

    boolean streams() {
        return calls().get(0).streams();
    }

    byte[] stream() {
        return calls().get(0).stream();
    }

    JsonNode expected() {
        return root.path("expected");
    }

    static String pretty(JsonNode node) {
        return node.toPrettyString();
    }

    void updateIfWanted(JsonNode actual) throws IOException {
        if (Boolean.getBoolean("faregate.golden.update")) {
            ((ObjectNode) root).set("expected", actual);
            Files.writeString(file, pretty(root) + "\n");
        }
    }

    @Override
    public String toString() {
        return name() + ": " + root.path("shows").asText();
    }
}
