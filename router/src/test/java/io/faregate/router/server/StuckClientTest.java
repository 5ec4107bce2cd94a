package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackClient;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that stays connected and reads nothing more holds neither a place at a target nor memory for long. */
final class StuckClientTest {
    private static final int MEBIBYTE = 1 << 20;

    private static final Settings SLOW_BUT_NOT_IDLE =
            Settings.USUAL.patience(400, 30_000).stall(1_000).r("annotate: false");

    private static String longAnswer(int bytes) {
        return Answers.WHOLE.replace("Hello", "x".repeat(bytes));
    }

    @Test
    void inAStreamIsTakenForOneThatHasLeft() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL.stall(300));
                LoopbackClient client = LoopbackClient.narrow(router.port)) {
            AtomicLong sent = new AtomicLong();
            router.a.then(Answers.endless(sent));
            client.post(RunningRouter.PATH, RunningRouter.STREAM);

            JsonNode row = router.onlyRow();

            assertThat(row.path("outcome").asText()).isEqualTo("canceled");
            assertThat(row.path("status").asInt()).isEqualTo(200);
            assertThat(row.path("attempts").path(0).path("result").asText()).isEqualTo("canceled");
            assertThat(row.path("usage_source").asText()).isEqualTo("estimated");
            Await.until("its connection closed", () -> router.server.shared().connections() == 0);
            assertThat(sent.get()).as("the provider was slowed down").isLessThan(64L * MEBIBYTE);
        }
    }

    @Test
    void inAWholeAnswerLosesItsConnection() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL.stall(300));
                LoopbackClient client = LoopbackClient.narrow(router.port)) {
            router.a.then(Answers.status(200, longAnswer(24 * MEBIBYTE)));
            client.post(RunningRouter.PATH, RunningRouter.BODY);

            // The row is written before the last byte goes, so that it says what the provider did.
            assertThat(router.onlyRow().path("outcome").asText()).isEqualTo("served");
            Await.until("its connection closed", () -> router.server.shared().connections() == 0);
        }
    }

    @Test
    @Tag("slow")
    void oneThatReadsSlowlyGetsAllOfALongAnswer() throws Exception {
        String answer = longAnswer(16 * MEBIBYTE);
        try (RunningRouter router = new RunningRouter(SLOW_BUT_NOT_IDLE)) {
            router.a.then(Answers.status(200, answer));
            try (LoopbackClient client = LoopbackClient.narrow(router.port)) {
                client.post(RunningRouter.PATH, RunningRouter.BODY);
                assertThat(client.readUntil("\r\n\r\n")).contains("content-length: ");

                int read = 0;
                for (int more = 1; more > 0 && read < 16 * MEBIBYTE; read += more) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(120));
                    more = client.take(MEBIBYTE);
                }

                assertThat(read).isEqualTo(16 * MEBIBYTE);
            }
            assertThat(router.onlyRow().path("outcome").asText()).isEqualTo("served");
        }
    }
}
