package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.faregate.router.route.Surface;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damaged requests are read or refused, and nothing else; what is read is JSON to others too. */
final class ChatRequestFuzzTest {
    private static final byte[] REQUEST =
            ("{\"model\":\"fast\",\"stream\":true,\"stream_options\":{\"include_usage\":false},"
                            + "\"messages\":[{\"role\":\"system\",\"content\":\"Be brief \\ud83d\\ude42 é\"},{\"role\":\"user\","
                            + "\"content\":[{\"type\":\"text\",\"text\":\"hi\\n\"},{\"type\":\"image_url\",\"image_url\":{\"url\":"
                            + "\"data:image/png;base64,AAAA\"}}]},{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c\","
                            + "\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}}]}],\"tools\":[{"
                            + "\"type\":\"function\",\"function\":{\"name\":\"f\",\"parameters\":{\"type\":\"object\"}}}],\"n\":2,"
                            + "\"max_tokens\":100,\"max_completion_tokens\":50,\"metadata\":{\"task_id\":\"t-1\",\"team\":\"x\"},"
                            + "\"response_format\":{\"type\":\"json_object\"},\"temperature\":0.7,\"service_tier\":\"flex\"}")
                    .getBytes(StandardCharsets.UTF_8);
    private static final String[] PIECES = {
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\\",
        "\\u",
        "null",
        "true",
        "-",
        "1e999999999",
        "9".repeat(40),
        "\u0000",
        "é",
        "\"model\":\"m\",",
        "\"messages\":[",
        "\"n\":-1,",
        "\"stream\":\"yes\",",
        "[[[[[[[[",
        "0.0.0",
        " "
    };
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final ChatRequestScanner scanner = new ChatRequestScanner(3);

    @Test
    void survivesDamage() {
        damage(20_000, 20_261_130);
    }

    @Test
    @Tag("slow")
    void survivesAMillionDamages() {
        damage(1_000_000, 5);
    }

    private void damage(int times, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Surface[] surfaces = Surface.values();
        int read = 0;
        for (int i = 0; i < times; i++) {
            byte[] body = damaged(random);
            Surface surface = surfaces[random.nextInt(surfaces.length)];
            try {
                scanner.scan(body, surface, random.nextBoolean());
                read++;
                assertThat(isJson(body))
                        .as("input %d of seed %d: %s", i, seed, new String(body, StandardCharsets.UTF_8))
                        .isTrue();
            } catch (BadRequest refused) {
                assertThat(refused.getMessage()).isNotBlank();
            }
        }
        assertThat(read).isBetween(times / 100, times * 9 / 10);
    }

    private static byte[] damaged(SplittableRandom random) {
        byte[] body = REQUEST.clone();
        for (int wounds = 1 + random.nextInt(3); wounds > 0; wounds--) {
            int at = random.nextInt(body.length);
            if (random.nextBoolean()) {
                body[at] = (byte) random.nextInt(256);
            } else {
                byte[] piece = PIECES[random.nextInt(PIECES.length)].getBytes(StandardCharsets.UTF_8);
                int skipped = Math.min(body.length - at, random.nextInt(10));
                byte[] next = new byte[body.length + piece.length - skipped];
                System.arraycopy(body, 0, next, 0, at);
                System.arraycopy(piece, 0, next, at, piece.length);
                System.arraycopy(body, at + skipped, next, at + piece.length, body.length - at - skipped);
                body = next;
            }
        }
        return body;
    }

    private static boolean isJson(byte[] body) {
        try (JsonParser parser = JSON.createParser(body)) {
            while (parser.nextToken() != null) {
                parser.skipChildren();
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
