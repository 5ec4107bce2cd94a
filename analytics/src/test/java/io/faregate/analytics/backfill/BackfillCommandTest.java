package io.faregate.analytics.backfill;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.cli.Captured;
import io.faregate.analytics.ingest.Intake;
import io.faregate.analytics.store.LoadResult;
import io.faregate.analytics.testing.Rows;
import io.faregate.analytics.testing.Store;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command against a service that takes rows for good, and refuses when it is told to. */
class BackfillCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** What the next requests are answered instead. */
    private final Deque<Integer> refusals = new ArrayDeque<>();

    private int requests;

    @SuppressWarnings("NullAway.Init")
    private Store store;

    @SuppressWarnings("NullAway.Init")
    private HttpServer server;

    @SuppressWarnings("NullAway.Init")
    private Path rows;

    @BeforeEach
    void start() throws IOException {
        store = new Store(folder);
        rows = Files.createDirectories(folder.resolve("rows"));
        Intake intake = new Intake(store.warehouse());
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/rows", exchange -> {
            requests++;
            byte[] body = exchange.getRequestBody().readAllBytes();
            Integer refusal = refusals.poll();
            if (refusal == null) {
                LoadResult result = intake.store(body);
                answer(
                        exchange,
                        200,
                        "{\"accepted\":" + result.accepted() + ",\"duplicate\":" + result.duplicate() + ",\"rejected\":"
                                + result.rejected() + "}");
            } else {
                exchange.getResponseHeaders().add("Retry-After", "0");
                answer(exchange, refusal, "{\"detail\":\"because\"}");
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        store.close();
    }

    @Test
    void sendsPlainAndPackedFilesOfAllFoldersAndTellsWhatBecameOfThem() throws IOException {
        write("usage-1.jsonl", Rows.lines(Rows.call("1", "t", "0.01"), Rows.call("2", "t", "0.01")));
        pack("deep/usage-2.jsonl.gz", Rows.lines(Rows.call("2", "t", "0.01"), Rows.call("3", "t", "0.01")));
        write("notes.txt", "no rows");
        Captured run = run("--json");
        JsonNode summary = Json.parse(run.out());
        assertThat(summary.path("files").asLong()).isEqualTo(2);
        assertThat(summary.path("read").asLong()).isEqualTo(4);
        assertThat(summary.path("accepted").asLong()).isEqualTo(3);
        assertThat(summary.path("duplicate").asLong()).isEqualTo(1);
        assertThat(summary.path("rejected").asLong()).isZero();
        assertThat(summary.path("faults")).isEmpty();
        assertThat(run.err()).isEmpty();
        assertThat(run.exit()).isZero();
    }

    @Test
    void changesNothingWhenItIsRunAgain() throws IOException {
        write("usage-1.jsonl", Rows.lines(Rows.call("1", "t", "0.01"), Rows.call("2", "t", "0.01")));
        assertThat(run().exit()).isZero();
        assertThat(run().out()).isEqualTo("""
                read                      2
                new                       0
                seen before               2
                rejected                  0
                """);
    }

    @Test
    void saysWhereAndWhyALineIsNoRowAndGoesOn() throws IOException {
        write("usage-1.jsonl", Rows.lines(Rows.call("1", "t", "0.01"), "", "{", Rows.call("2", "t", "0.01")));
        write("usage-2.jsonl", Rows.lines(Rows.call("3", "t", "0.01")));
        Captured run = run();
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.out()).contains("new                       3\n").contains("\n  usage-1.jsonl, line 3: ");
    }

    @Test
    void showsTheFirstReasonsAlone() throws IOException {
        write("usage-1.jsonl", "{\n".repeat(12));
        assertThat(run().out())
                .contains("rejected                 12\n", "line 1:", "line 10:")
                .doesNotContain("line 11:")
                .endsWith("\n  and 2 more\n");
    }

    @Test
    void waitsForABusyServiceAsLongAsItSaysSo() throws IOException {
        write("usage-1.jsonl", Rows.lines(Rows.call("1", "t", "0.01")));
        for (int i = 0; i < 20; i++) {
            refusals.add(429);
        }
        refusals.addAll(List.of(503, 429, 500));
        assertThat(run().exit()).isZero();
        assertThat(requests).isEqualTo(24);
    }

    @Test
    void givesUpOnAServiceThatKeepsFailing() throws IOException {
        write("usage-1.jsonl", Rows.lines(Rows.call("1", "t", "0.01")));
        refusals.addAll(List.of(503, 503, 503, 503, 503));
        Captured run = run();
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("the service answered 503: because; what was taken stays, run it again to go on\n");
        assertThat(requests).isEqualTo(5);
    }

    @Test
    void aRefusalIsNotTriedAgain() throws IOException {
        write("usage-1.jsonl", Rows.lines(Rows.call("1", "t", "0.01")));
        refusals.add(401);
        assertThat(run().err()).startsWith("the service answered 401: because");
        assertThat(requests).isEqualTo(1);
    }

    @Test
    void takesTheWholeLinesOfADamagedFileAndSaysSo() throws IOException {
        String lines = Rows.lines(Rows.call("1", "t", "0.01"), Rows.call("2", "t", "0.01"));
        byte[] packed = packed(lines);
        Files.write(rows.resolve("usage-1.jsonl.gz"), Arrays.copyOf(packed, packed.length - 8));
        write("usage-2.jsonl", Rows.lines(Rows.call("3", "t", "0.01")));
        Captured run = run();
        assertThat(run.out())
                .contains("new                       3\n")
                .contains("\n  usage-1.jsonl.gz: cannot be read to its end: ");
        assertThat(run.exit()).isEqualTo(1);
    }

    @Test
    void saysWhatIsWrongWithTheFolder() throws IOException {
        assertThat(run().err()).isEqualTo(rows + ": expected .jsonl or .jsonl.gz files, found none\n");
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(command(file).err()).isEqualTo(file + ": expected a folder of row files, found a file\n");
        Path missing = folder.resolve("missing");
        assertThat(command(missing).err()).isEqualTo(missing + ": expected a folder of row files, found nothing\n");
        assertThat(command(missing).exit()).isEqualTo(1);
    }

    @Test
    void saysThatNobodyIsThere() throws IOException {
        write("usage-1.jsonl", Rows.lines(Rows.call("1", "t", "0.01")));
        server.stop(0);
        Captured run = run();
        assertThat(run.err()).startsWith("no analytics service answers at http://127.0.0.1:");
        assertThat(run.exit()).isEqualTo(1);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(rows.resolve(name), text);
    }

    private void pack(String name, String text) throws IOException {
        Path file = rows.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        Files.write(file, packed(text));
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(UTF_8));
        }
        return packed.toByteArray();
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private Captured run(String... options) throws IOException {
        return command(rows, options);
    }

    private Captured command(Path from, String... options) throws IOException {
        Path config = Files.writeString(folder.resolve("faregate.yaml"), "{}\n");
        List<String> all = new ArrayList<>(List.of(from.toString(), "--config", config.toString()));
        all.addAll(List.of("--url", "http://127.0.0.1:" + server.getAddress().getPort()));
        all.addAll(List.of(options));
        return Captured.run(new BackfillCommand(), all);
    }
}
