package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.wire.SseScanner.EventTooLong;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random streams in random pieces against a reading of the whole text by the letter of the standard (WHATWG HTML,
 * section 9.2.6), but that an event at the end needs no blank line.
 */
final class SseFuzzTest {
    private static final String[] PARTS = {
        "data:",
        "data: ",
        "data",
        "datax: ",
        " data: ",
        "event:",
        "event: ",
        "event",
        "id: 7",
        "retry: 1",
        ":",
        ": wait",
        "\n",
        "\n",
        "\n",
        "\n\n",
        "\r",
        "\r",
        "\r\n",
        "\r\n",
        "\r\n\r\n",
        "[DONE]",
        "{\"choices\":[]}",
        "\"",
        "x",
        " ",
        "",
        "\u00fc",
        "\u2028",
        "\u0085",
        "\uD83D\uDE42",
        "\uFEFF",
        "\u0000",
        "ping"
    };

    @Test
    void readsTheSameInAnyPiecesSomeThousandTimes() throws EventTooLong {
        fuzz(5_000, 20261130);
    }

    @Test
    @Tag("slow")
    void readsTheSameInAnyPiecesAMillionTimes() throws EventTooLong {
        fuzz(1_000_000, 20261201);
    }

    private static void fuzz(int rounds, long seed) throws EventTooLong {
        SplittableRandom random = new SplittableRandom(seed);
        int events = 0;
        for (int round = 0; round < rounds; round++) {
            byte[] stream = stream(random);
            List<String> expected = expected(new String(stream, StandardCharsets.ISO_8859_1));
            List<String> seen = seen(random, stream);
            if (!seen.equals(expected)) {
                assertThat(seen)
                        .as("round %d: %s", round, Arrays.toString(stream))
                        .isEqualTo(expected);
            }
            events += expected.size();
        }
        assertThat(events).as("the streams hold something").isGreaterThan(rounds / 4);
    }

    private static byte[] stream(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int parts = random.nextInt(60); parts > 0; parts--) {
            text.append(PARTS[random.nextInt(PARTS.length)]);
        }
        byte[] stream = text.toString().getBytes(StandardCharsets.UTF_8);
        for (int odd = random.nextInt(3); odd > 0 && stream.length > 0; odd--) {
            stream[random.nextInt(stream.length)] = (byte) random.nextInt(256);
        }
        return stream;
    }

    private static List<String> seen(SplittableRandom random, byte[] stream) throws EventTooLong {
        SseScanner scanner = new SseScanner(1 << 16);
        List<String> seen = new ArrayList<>();
        SseScanner.Listener listener = new SseScanner.Listener() {
            @Override
            public void onEvent(String name, byte[] bytes, int offset, int length) {
                seen.add(name + "|" + new String(bytes, offset, length, StandardCharsets.ISO_8859_1));
            }

            @Override
            public void onComment() {
                seen.add("#");
            }
        };
        int longest = 1 + random.nextInt(random.nextBoolean() ? 3 : 40);
        for (int at = 0; at < stream.length; ) {
            int next = Math.min(stream.length, at + random.nextInt(longest + 1));
            byte[] piece = Arrays.copyOfRange(stream, at, next);
            scanner.feed(piece, 0, piece.length, listener);
            Arrays.fill(piece, (byte) 'X');
            at = next;
        }
        scanner.end(listener);
        return seen;
    }

    /** The events of a text of one character a byte. */
    private static List<String> expected(String bytes) {
        String text = bytes.startsWith("\u00ef\u00bb\u00bf") ? bytes.substring(3) : bytes;
        List<String> events = new ArrayList<>();
        String name = "";
        List<String> data = new ArrayList<>();
        for (String line : (text.replace("\r\n", "\n").replace('\r', '\n') + "\n\n").split("\n", -1)) {
            if (line.isEmpty()) {
                String joined = String.join("\n", data);
                if (!joined.isEmpty()) {
                    events.add(name + "|" + joined);
                }
                name = "";
                data.clear();
            } else if (line.startsWith(":")) {
                events.add("#");
            } else {
                int colon = line.indexOf(':');
                String field = colon < 0 ? line : line.substring(0, colon);
                String value = colon < 0 ? "" : line.substring(colon + 1);
                value = value.startsWith(" ") ? value.substring(1) : value;
                if (field.equals("data")) {
                    data.add(value);
                } else if (field.equals("event")) {
                    name = new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
                }
            }
        }
        return events;
    }
}
