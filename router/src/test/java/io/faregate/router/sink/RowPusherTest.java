package io.faregate.router.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.faregate.router.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows from files to a receiver over real HTTP. */
final class RowPusherTest {
    @TempDir
    private Path folder;

    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
    private HttpServer receiver;

    @BeforeEach
    void open() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/v1/rows", this::receive);
        receiver.start();
    }

    @AfterEach
    void close() {
        receiver.stop(0);
    }

    @Test
    void sendsWholeLinesOnceAndGoesOnAfterARestart() throws IOException {
        Path first = write("usage-20260820-10-old.jsonl", "one\ntwo\n");
        Path second = write("usage-20260820-11-new.jsonl", "three\nhal");
        try (RowPusher pusher = pusher()) {
            Await.until("all whole lines are sent", () -> pusher.pushedBytes() == 14);
        }
        assertThat(bodies).containsExactly("one\ntwo\n", "three\n");
        assertThat(keys).containsOnly("Bearer s3cret");
        append(second, "f\n");
        append(first, "late\n");
        try (RowPusher pusher = pusher()) {
            Await.until("what came meanwhile is sent", () -> pusher.pushedBytes() == 10);
        }
        assertThat(bodies).containsExactly("one\ntwo\n", "three\n", "late\n", "half\n");
    }

    @Test
    void keepsWhatIsNotTakenUntilItIs() throws IOException {
        write("usage-20260820-10-box.jsonl", "one\n");
        statuses.addAll(List.of(429, 503));
        try (RowPusher pusher = pusher()) {
            Await.until("the third try is taken", () -> pusher.pushedBytes() == 4);
            assertThat(pusher.failures()).isEqualTo(2);
            assertThat(pusher.waitingBytes()).isZero();
        }
        assertThat(bodies).containsExactly("one\n", "one\n", "one\n");
    }

    @Test
    void anEndSendsWhatIsThere() throws IOException {
        RowPusher pusher = pusher();
        write("usage-20260820-10-box.jsonl", "last\n");
        pusher.close();
        assertThat(bodies).containsExactly("last\n");
    }

    @Test
    void ofTwoOnOneDirectoryOneSends() throws IOException {
        try (RowPusher one = pusher()) {
            write("usage-20260820-10-box.jsonl", "first\n");
            Await.until("it is sent", () -> one.pushedBytes() == 6);
            RowPusher two = pusher();
            two.close();
        }
        assertThat(bodies).containsExactly("first\n");
    }

    private RowPusher pusher() {
        return RowPusher.start(
                URI.create("http://127.0.0.1:" + receiver.getAddress().getPort()), folder, "s3cret");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }

    private void receive(HttpExchange exchange) throws IOException {
        byte[] body = new GZIPInputStream(exchange.getRequestBody()).readAllBytes();
        bodies.add(new String(body, UTF_8));
        keys.add(exchange.getRequestHeaders().getFirst("Authorization"));
        Integer status = statuses.poll();
        exchange.sendResponseHeaders(status == null ? 200 : status, -1);
        exchange.close();
    }
}
