package io.faregate.router.server;

import com.sun.management.ThreadMXBean;
import io.faregate.router.admin.Control;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.config.ConfigLoader;
import io.faregate.router.config.Environment;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.Setup;
import io.faregate.router.sink.JsonlUsageSink;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.testing.HttpMessages;
import io.faregate.router.testing.SteadyUpstream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A router on one event loop with everything on (ledger, three budgets, benches, rows in files, a canary) between one
 * connection and a steady provider; counts what its threads allocate.
 */
final class BusyRouter implements AutoCloseable {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String CONFIGURATION = """
            budgets: { per_request_usd: 1, daily_usd: 1000000, per_task_usd: 1000 }
            providers:
              p: { base_url: "%s", dialect: openai }
            targets:
              - { name: a, virtual_key: p, model: m-a, price: { input: 1.25, output: 4.25 }, concurrency: { max: 64, queue: 64 } }
              - { name: b, virtual_key: p, model: m-b, price: { input: 1, output: 2 }, concurrency: { max: 64, queue: 64 } }
              - { name: c, virtual_key: p, model: m-c, price: { input: 1, output: 2 }, concurrency: { max: 64, queue: 64 } }
            routes:
              r: { mode: fallback, targets: [a, b], canary: { challenger: c, percent: 5, experiment: e } }
            """;

    private final SteadyUpstream upstream;
    private final JsonlUsageSink rows;
    private final RouterServer server;
    private final Socket socket;
    private final HttpMessages answers;
    private final byte[] request;
    private final long[] threads;

    /** Starts it and connects; {@code pieces} are what the provider says to each {@code body}. */
    BusyRouter(Path directory, List<String> pieces, String body) throws Exception {
        Set<Long> others = threadIds();
        upstream = SteadyUpstream.start(pieces);
        rows = JsonlUsageSink.start(directory, "busy", System::currentTimeMillis, JsonlUsageSink.NO_TEE);
        Setup setup = new ConfigLoader(PriceBook.builtIn(), new Environment(Map.of(), name -> null))
                .load("test", CONFIGURATION.formatted(upstream.url()), name -> null, Overrides.NONE);
        SpendLedger ledger = new SpendLedger(setup.config().budgets().timeZone(), 1);
        Control.configure(ledger, setup);
        RouterServer.Parts parts = new RouterServer.Parts("busy", "1", 1, ledger, rows);
        server = RouterServer.create(RouterServer.loops(1), parts, setup);
        int port = server.listen("127.0.0.1", 0, 1, asked -> asked.response().end())
                .toCompletionStage()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        answers = new HttpMessages(socket.getInputStream());
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = "POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                + "content-length: " + bytes.length + "\r\n\r\n";
        request = (head + body).getBytes(StandardCharsets.UTF_8);
        calls(1);
        threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !others.contains(thread.getId()))
                .filter(thread -> thread.getName().startsWith("vert.x-eventloop")
                        || thread.getName().equals("usage-rows"))
                .mapToLong(Thread::getId)
                .toArray();
    }

    private static Set<Long> threadIds() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getId).collect(Collectors.toSet());
    }

    /** Makes calls one after the other; each must be answered with 200. */
    void calls(int count) throws IOException {
        OutputStream out = socket.getOutputStream();
        for (int i = 0; i < count; i++) {
            out.write(request);
            if (!answers.read() || answers.status() != 200) {
                throw new IOException("found " + answers.text());
            }
        }
    }

    /** The last answer, head included. */
    String answer() {
        return answers.text();
    }

    /** How many threads are counted: the event loop and the one that writes rows. */
    int threads() {
        return threads.length;
    }

    /** What the router's threads have allocated so far. */
    long allocatedBytes() {
        long sum = 0;
        for (long bytes : THREADS.getThreadAllocatedBytes(threads)) {
            sum += bytes;
        }
        return sum;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        server.drain(0, () -> {});
        rows.close();
        upstream.close();
    }
}
