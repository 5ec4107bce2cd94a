package io.faregate.bench.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.embedded.RedisServer;

/** Two routers on one Redis, both told by one service: what one is told is done by both, once. */
@Tag("slow")
class SharedPromotionTest {
    @TempDir
    Path dir;

    private int port;
    private RedisServer redis;

    @BeforeEach
    void start() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        redis = RedisServer.newRedisServer()
                .port(port)
                .setting("bind 127.0.0.1")
                .setting("save \"\"")
                .build();
        redis.start();
    }

    @AfterEach
    void stop() throws IOException {
        redis.stop();
    }

    @Test
    void bothRoutersAreOfOneMindAndEachChangeIsMadeOnceThoughOneIsAway() throws Exception {
        String store = "redis://127.0.0.1:" + port;
        try (Trial trial = new Trial(dir, 0, 0.6, 1, 50, List.of(50), 2, store)) {
            trial.tasks(0, "r0", ids("one", 700));
            trial.tasks(1, "r0", ids("two", 700));
            // Only now: no task comes after the promotion, so that the check cannot end before it is looked at.
            trial.startAnalytics();
            for (int replica = 0; replica < 2; replica++) {
                int asked = replica;
                Trial.until(
                        "the promotion at router " + replica,
                        () -> trial.inForce(asked, "r0"),
                        now -> now.path("primary").asText().equals("new"));
            }
            assertThat(trial.decisions()).as("the promotion, told to both").isEqualTo(1);

            trial.restartRouter();
            assertThat(trial.inForce(0, "r0").path("primary").asText()).isEqualTo("new");
            assertThat(trial.decisions()).as("and not again after a restart").isEqualTo(1);

            trial.stopRouter(1);
            trial.tasks(0, "r0", ids("check", 40));
            Trial.until(
                    "the end of the check, while one is away",
                    () -> trial.inForce(0, "r0"),
                    now -> now.path("percent").asInt() == 0);
            trial.startRouter(1);
            Trial.until(
                    "the end of the check at the one that was away",
                    () -> trial.inForce(1, "r0"),
                    now -> now.path("percent").asInt() == 0);
            assertThat(trial.inForce(1, "r0")).isEqualTo(trial.inForce(0, "r0"));
            assertThat(trial.tasks(1, "r0", ids("after", 40))).containsOnly("new");
            assertThat(trial.decisions()).as("promotion, end of the check").isEqualTo(2);
        }
    }

    private static List<String> ids(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + "-" + i).toList();
    }
}
