package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamBurstTest {
    private static final int EVENTS = 60;
    private static final Pattern TRANSFER_CHUNK = Pattern.compile("\r\n[0-9a-f]+\r\n");

    @Test
    void whatComesTogetherGoesOutTogetherAndWhole(@TempDir Path rows) throws Exception {
        StringBuilder burst = new StringBuilder(
                "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
        for (int i = 0; i < EVENTS; i++) {
            burst.append(event("{\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m-a\","
                    + "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"w" + i + ",\"},\"finish_reason\":"
                    + (i == EVENTS - 1 ? "\"stop\"" : "null") + "}]}"));
        }
        burst.append(event("[DONE]")).append("0\r\n\r\n");
        String body = "{\"model\":\"r\",\"messages\":[{\"role\":\"user\",\"content\":\"go\"}],\"stream\":true}";

        try (BusyRouter router = new BusyRouter(rows, List.of(burst.toString()), body)) {
            String answer = router.answer();
            int last = 0;
            for (int i = 0; i < EVENTS; i++) {
                int at = answer.indexOf("\"w" + i + ",\"", last);
                assertThat(at).as("event %s stands behind the one before", i).isGreaterThan(last);
                last = at;
            }
            assertThat(answer.substring(last)).contains("data: [DONE]\n\n");
            assertThat(TRANSFER_CHUNK.matcher(answer).results().count())
                    .as("pieces the client got")
                    .isBetween(2L, EVENTS / 3L);
        }
    }

    private static String event(String data) {
        String event = "data: " + data + "\n\n";
        return Integer.toHexString(event.length()) + "\r\n" + event + "\r\n";
    }
}
