package io.faregate.analytics.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.analytics.query.CostsQuery;
import io.faregate.analytics.query.TimeRange;
import io.faregate.analytics.store.Warehouse;
import io.faregate.analytics.testing.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowTailerTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Warehouse warehouse;

    @SuppressWarnings("NullAway.Init")
    private RowTailer tailer;

    private Path first = Path.of("");

    @BeforeEach
    void open() {
        first = folder.resolve("usage-20260820-10-box.jsonl");
        start();
    }

    @AfterEach
    void close() {
        warehouse.close();
    }

    @Test
    void waitsForAFolderThatIsNotThere() {
        assertThat(new RowTailer(folder.resolve("none"), warehouse).poll()).isZero();
    }

    @Test
    void readsALineOnceWhenItIsWhole() throws IOException {
        String line = Rows.lines(Rows.call("r1", "t1", "0.01"));
        append(first, line.substring(0, 100));
        tailer.poll();
        assertThat(calls()).isZero();
        append(first, line.substring(100));
        tailer.poll();
        tailer.poll();
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void goesOnAtOnceAfterAFloodAndNotAfterATrickle() throws IOException {
        append(first, Rows.lines(Rows.call("r1", "t1", "0.01")));
        assertThat(tailer.step()).isFalse();
        append(first, "x".repeat(8 << 20) + "\n");
        assertThat(tailer.step()).isTrue();
        assertThat(tailer.step()).isFalse();
    }

    @Test
    void goesOnWhereItStoodAfterARestart() throws IOException {
        append(first, Rows.lines(Rows.call("r1", "t1", "0.01"), "{bad"));
        tailer.poll();
        warehouse.close();
        start();
        append(first, Rows.lines(Rows.call("r2", "t1", "0.01")));
        assertThat(tailer.poll())
                .isEqualTo(Rows.lines(Rows.call("r2", "t1", "0.01")).length());
        assertThat(calls()).isEqualTo(2);
        assertThat(tally("duplicate")).isZero();
        assertThat(tally("rejected")).isEqualTo(1);
    }

    @Test
    void doesNotReadAMovedFileAgain() throws IOException {
        append(first, Rows.lines(Rows.call("r1", "t1", "0.01")));
        tailer.poll();
        Files.move(first, folder.resolve("usage-20260820-10-box.moved.jsonl"));
        append(first, Rows.lines(Rows.call("r2", "t1", "0.01")));
        tailer.poll();
        assertThat(calls()).isEqualTo(2);
        assertThat(tally("duplicate")).isZero();
    }

    @Test
    void readsAFileFromItsStartThatWasCutShortAndWrittenAnew() throws IOException {
        append(first, Rows.lines(Rows.call("r1", "t1", "0.01"), Rows.call("r2", "t1", "0.01")));
        tailer.poll();
        Files.writeString(first, Rows.lines(Rows.call("r3", "t1", "0.01")));
        tailer.poll();
        assertThat(calls()).isEqualTo(3);
    }

    @Test
    void readsANewFileFromItsStartThatGotTheKeyOfAnOldOne() throws IOException {
        append(first, Rows.lines(Rows.call("r1", "t1", "0.01")));
        tailer.poll();
        // Same file, same key, longer, other beginning: what a reused inode looks like.
        Files.writeString(first, Rows.lines(Rows.call("r2", "t2", "0.01"), Rows.call("r3", "t2", "0.01")));
        tailer.poll();
        assertThat(calls()).isEqualTo(3);
    }

    @Test
    void keepsBadLinesAsideAndGoesOn() throws IOException {
        append(
                first,
                Rows.lines(
                        Rows.call("r1", "t1", "0.01"),
                        Rows.call("r2", "t1", "0.01") + "TRAILER",
                        "",
                        "\0\0\0",
                        "[1]",
                        Rows.call("r3", "t1", "0.01") + "\r"));
        tailer.poll();
        assertThat(calls()).isEqualTo(2);
        assertThat(tally("rejected")).isEqualTo(3);
    }

    @Test
    void takesEachLineOnceOfAFileOfSeveralChunks() throws IOException {
        StringBuilder lines = new StringBuilder();
        int whole = 0;
        while (lines.length() < 17 << 20) {
            lines.append(Rows.call("r" + whole, "t" + whole, "0.01")).append('\n');
            whole++;
            if (whole % 1_000 == 0) {
                lines.append("{bad\n");
            }
        }
        String last = Rows.lines(Rows.call("last", "t1", "0.01"));
        append(first, lines + last.substring(0, 100));
        assertThat(tailer.poll()).isEqualTo(lines.length());
        assertThat(tailer.poll()).isZero();
        append(first, last.substring(100));
        assertThat(tailer.poll()).isEqualTo(last.length());
        assertThat(calls()).isEqualTo(whole + 1);
        assertThat(tally("duplicate")).isZero();
        assertThat(tally("rejected")).isEqualTo(whole / 1_000);
    }

    @Test
    void triesAChunkAgainThatWasNotStored() throws IOException {
        append(first, Rows.lines(Rows.call("r1", "t1", "0.01")).repeat(20_000));
        warehouse.write(c -> c.createStatement().execute("ALTER TABLE tally RENAME TO gone"));
        assertThat(tailer.poll()).isZero();
        warehouse.write(c -> c.createStatement().execute("ALTER TABLE gone RENAME TO tally"));
        assertThat(tailer.poll()).isEqualTo(Files.size(first));
        assertThat(calls()).isEqualTo(1);
        assertThat(tally("duplicate")).isEqualTo(19_999);
    }

    @Test
    void followsTheFilesOfSeveralInstances() throws IOException {
        append(first, Rows.lines(Rows.call("r1", "t1", "0.01")));
        append(folder.resolve("usage-20260820-10-other.jsonl"), Rows.lines(Rows.call("r2", "t1", "0.01")));
        append(folder.resolve("other.jsonl"), Rows.lines(Rows.call("r3", "t1", "0.01")));
        tailer.poll();
        assertThat(calls()).isEqualTo(2);
    }

    private void start() {
        warehouse = Warehouse.open(folder.resolve("a.duckdb"), 1);
        tailer = new RowTailer(folder, warehouse);
    }

    private static void append(Path file, String text) throws IOException {
        Files.write(file, text.getBytes(UTF_8), CREATE, APPEND);
    }

    private long calls() {
        return warehouse
                .read(c -> CostsQuery.of(c, List.of("route"), TimeRange.parse(null, null)))
                .total()
                .calls();
    }

    private long tally(String name) {
        return warehouse.read(c -> {
            try (var statement = c.createStatement();
                    var rows = statement.executeQuery("SELECT sum(n) FROM tally WHERE name = '" + name + "'")) {
                return rows.next() ? rows.getLong(1) : 0L;
            }
        });
    }
}
