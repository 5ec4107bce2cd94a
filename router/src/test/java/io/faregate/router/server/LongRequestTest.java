package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.Zipped;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Long requests are put into a provider's words beside the event loop: what that allocates, other threads allocate. */
final class LongRequestTest {
    private static final int MESSAGES = 100_000;
    private static final String BODY = "{\"model\":\"r\",\"max_tokens\":9,\"messages\":["
            + "{\"role\":\"user\",\"content\":\"hi\"},".repeat(MESSAGES - 1)
            + "{\"role\":\"user\",\"content\":\"hi\"}]}";
    /** Reading the body takes some ten times its length, a tree of it forty times. */
    private static final long MOST_BYTES = 16L * BODY.length();

    private static final String WHOLE =
            "{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"theirs\","
                    + "\"content\":[{\"type\":\"text\",\"text\":\"Hello\"}],\"stop_reason\":\"end_turn\","
                    + "\"usage\":{\"input_tokens\":10,\"output_tokens\":5}}";

    @Test
    void aTreeOfALongRequestIsBuiltOnNoEventLoop() throws Exception {
        try (ProviderRouter router = new ProviderRouter("anthropic")) {
            for (int i = 0; i < 2; i++) {
                router.upstream(0).then(Answers.status(200, WHOLE));
                long before = LoopAllocations.bytes();
                try (LoopbackClient client = new LoopbackClient(router.port())) {
                    LoopbackClient.Reply reply =
                            client.post(RunningRouter.PATH, BODY).read();

                    assertThat(reply.status()).isEqualTo(200);
                    assertThat(reply.body()).contains("\"content\":\"Hello\"");
                }
                assertThat(LoopAllocations.bytes() - before).isLessThan(MOST_BYTES);
            }
            assertThat(router.upstream(0).bodies().get(1)).contains("\"hi\"").hasSizeGreaterThan(MESSAGES);
        }
    }

    @Test
    void aGzipThatBurstsIsInflatedOnNoEventLoop() throws Exception {
        byte[] bomb = Zipped.bomb("{", 30);
        try (ProviderRouter router = new ProviderRouter("openai")) {
            long before = LoopAllocations.bytes();
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), router.port())) {
                String head = "POST " + RunningRouter.PATH + " HTTP/1.1\r\nhost: x\r\ncontent-encoding: gzip\r\n"
                        + "content-length: " + bomb.length + "\r\n\r\n";
                client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                client.getOutputStream().write(bomb);

                assertThat(new String(client.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                        .isEqualTo("HTTP/1.1 400");
            }
            assertThat(LoopAllocations.bytes() - before).isLessThan(20L << 20);
        }
    }
}
