package io.faregate.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faregate.router.testing.LoopbackClient;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an administrator's client says in chunks that are none is told so, and nothing of it is done. */
final class AdminFramingTest {
    @TempDir
    private Path folder;

    private RouterProcess start() throws Exception {
        Path file = Files.writeString(folder.resolve("faregate.yaml"), """
                auth: { admin_key_env: ADMIN }
                providers: { a: { base_url: "http://127.0.0.1:9", api_key_env: K } }
                targets:
                  - { name: a, virtual_key: a, model: m-a, price: { input: 1, output: 2 } }
                  - { name: b, virtual_key: a, model: m-b, price: { input: 1, output: 2 } }
                routes:
                  r: { mode: fallback, targets: [a, b], canary: { challenger: b, percent: 5, experiment: e } }
                """);
        return RouterProcess.start(
                file,
                Map.of(
                        "K", "key",
                        "ADMIN", "admin-key",
                        "FAREGATE_ROUTER_PORT", "0",
                        "FAREGATE_DATA_DIR", folder.toString()),
                "1");
    }

    private static String head(String method, String more) {
        return method + " /admin/routes/r/canary HTTP/1.1\r\nhost: x\r\nauthorization: Bearer admin-key\r\n" + more
                + "\r\n";
    }

    @Test
    void isRefusedWithAProblemAndChangesNothing() throws Exception {
        RouterProcess router = start();
        try {
            int port = URI.create(router.url()).getPort();
            for (String broken :
                    new String[] {"zz\r\n", "d\r\n{\"percent\":9}\r\nzz\r\n", "d\r\n{\"percent\":9}!!0\r\n\r\n"}) {
                try (LoopbackClient client = new LoopbackClient(port)) {
                    client.say(head("PUT", "transfer-encoding: chunked\r\n") + broken);
                    LoopbackClient.Reply reply = client.read();

                    assertThat(reply.status()).as(broken).isEqualTo(400);
                    assertThat(reply.headers()).containsEntry("content-type", "application/problem+json");
                    JsonNode problem = new ObjectMapper().readTree(reply.body());
                    assertThat(problem.path("status").asInt()).isEqualTo(400);
                    assertThat(problem.path("detail").asText()).contains("not framed as chunks");
                    client.awaitClosed();
                }
            }
            try (LoopbackClient client = new LoopbackClient(port)) {
                assertThat(client.say(head("GET", "")).read().body()).contains("\"percent\":5");
            }
        } finally {
            router.stop();
        }
    }
}
