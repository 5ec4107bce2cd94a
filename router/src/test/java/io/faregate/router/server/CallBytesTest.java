package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What one call allocates in a whole router on the loopback, everything on. Counted by thread, so it does not depend on
 * how busy the machine is; only how soon all of it is compiled does, so the least of many windows counts.
 */
class CallBytesTest {
    private static final int CHUNKS = 200;
    private static final int MOST_WINDOWS = 60;
    private static final long MOST_PLAIN_BYTES = 21_000;

    @Test
    void aPlainCallAllocatesLessThanTwentyOneKilobytes(@TempDir Path rows) throws Exception {
        assumeOptimizing();
        String body = "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1700000000,\"model\":\"m-a\","
                + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"" + "word ".repeat(76)
                + "\"},\"finish_reason\":\"stop\"}],"
                + "\"usage\":{\"prompt_tokens\":400,\"completion_tokens\":95,\"total_tokens\":495}}";
        List<String> answer = List.of("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: "
                + body.length() + "\r\n\r\n" + body);
        try (BusyRouter router = new BusyRouter(rows, answer, request(""))) {
            assertThat(router.threads()).isEqualTo(2);
            assertThat(router.answer()).contains("X-Faregate-Cost-Usd: 0.00090375");
            assertThat(leastBytes(router, 1_000, MOST_PLAIN_BYTES)).isBetween(1_000L, MOST_PLAIN_BYTES);
        }
    }

    @Test
    void aChunkOfAStreamAllocatesLessThanThirteenHundredBytes(@TempDir Path rows) throws Exception {
        assumeOptimizing();
        List<String> answer = new ArrayList<>();
        answer.add("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
        for (int i = 0; i < CHUNKS; i++) {
            answer.add(event(chunk("[{\"index\":0,\"delta\":{\"content\":\"word\"},\"finish_reason\":null}]", "")));
        }
        answer.add(event(chunk("[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]", "")));
        answer.add(event(
                chunk("[]", ",\"usage\":{\"prompt_tokens\":400,\"completion_tokens\":200,\"total_tokens\":600}")));
        answer.add(event("[DONE]") + "0\r\n\r\n");
        try (BusyRouter router = new BusyRouter(rows, answer, request(",\"stream\":true"))) {
            assertThat(router.answer()).contains("data: [DONE]");
            long most = MOST_PLAIN_BYTES + CHUNKS * 1_300L;
            assertThat(leastBytes(router, 50, most)).isBetween(1_000L, most);
        }
    }

    /** The quick compiler alone keeps objects that never leave a method; the bounds are for the optimizing one. */
    private static void assumeOptimizing() {
        HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        assumeThat(vm.getVMOption("TieredStopAtLevel").getValue()).isEqualTo("4");
    }

    private static long leastBytes(BusyRouter router, int calls, long enough) throws Exception {
        long least = Long.MAX_VALUE;
        for (int window = 0; window < MOST_WINDOWS && least > enough; window++) {
            long before = router.allocatedBytes();
            router.calls(calls);
            least = Math.min(least, (router.allocatedBytes() - before) / calls);
        }
        return least;
    }

    private static String request(String more) {
        return "{\"model\":\"r\",\"messages\":[{\"role\":\"user\",\"content\":\""
                + "Read the failing test and say what it expects. ".repeat(33) + "\"}],\"max_tokens\":256" + more + "}";
    }

    private static String chunk(String choices, String more) {
        return "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,\"model\":\"m-a\","
                + "\"choices\":" + choices + more + "}";
    }

    private static String event(String data) {
        String event = "data: " + data + "\n\n";
        return Integer.toHexString(event.length()) + "\r\n" + event + "\r\n";
    }
}
