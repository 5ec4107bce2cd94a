package io.faregate.router.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.faregate.router.usage.RowBatch;
import io.faregate.router.usage.RowBatches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JsonlUsageSinkTest {
    private static final long HALF_PAST_NINE =
            Instant.parse("2026-11-30T09:30:00Z").toEpochMilli();
    private static final long HOUR = 3_600_000;

    @TempDir
    private Path temp;

    private final AtomicLong nowMillis = new AtomicLong(HALF_PAST_NINE);
    private final List<JsonlUsageSink> sinks = new ArrayList<>();

    @AfterEach
    void closeSinks() {
        sinks.forEach(JsonlUsageSink::close);
    }

    @Test
    void lineIsInTheFileWhenItsHandOverIsTold() throws Exception {
        JsonlUsageSink sink = start(usage());

        appendAndWait(sink, "{\"n\":1}\n");

        assertThat(usage().resolve("usage-20261130-09-box.jsonl")).hasContent("{\"n\":1}");
        assertThat(sink.written()).isEqualTo(1);
        assertThat(sink.dropped()).isZero();
        assertThat(sink.heldBytes()).isZero();
    }

    @Test
    void nothingIsMadeBeforeTheFirstRow() {
        start(usage());

        assertThat(usage()).doesNotExist();
    }

    @Test
    void beginsAFileEachHour() throws Exception {
        JsonlUsageSink sink = start(usage());
        appendAndWait(sink, "{\"n\":1}\n");
        nowMillis.addAndGet(HOUR / 2 - 1);
        appendAndWait(sink, "{\"n\":2}\n");
        nowMillis.addAndGet(1);
        appendAndWait(sink, "{\"n\":3}\n");

        assertThat(usage().resolve("usage-20261130-09-box.jsonl")).hasContent("{\"n\":1}\n{\"n\":2}");
        assertThat(usage().resolve("usage-20261130-10-box.jsonl")).hasContent("{\"n\":3}");
    }

    @Test
    void linesOfManyThreadsStayWholeAndComeOnce() throws Exception {
        JsonlUsageSink sink = start(usage());
        int threads = 8;
        int each = 5_000;
        CountDownLatch told = new CountDownLatch(threads * each);
        List<Thread> writers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int thread = t;
            writers.add(new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    sink.append(line(thread + "-" + i + "-" + "x".repeat(i % 300)), told::countDown);
                }
            }));
        }
        writers.forEach(Thread::start);
        for (Thread thread : writers) {
            thread.join();
        }

        assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
        List<String> lines = linesIn(usage());
        assertThat(lines).hasSize(threads * each);
        assertThat(new HashSet<>(lines)).hasSize(threads * each);
        assertThat(lines).allMatch(line -> line.matches("\\{\"n\":\"\\d-\\d+-x*\"}"));
        assertThat(sink.written()).isEqualTo(lines.size());
    }

    @Test
    void fileMovedAwayIsReplacedAndLosesNothing() throws Exception {
        JsonlUsageSink sink = start(usage());
        Path file = usage().resolve("usage-20261130-09-box.jsonl");
        appendAndWait(sink, "{\"n\":1}\n");
        Files.move(file, usage().resolve("usage-20261130-09-box.moved.jsonl"));
        nowMillis.addAndGet(1);
        appendAndWait(sink, "{\"n\":2}\n");

        assertThat(file).hasContent("{\"n\":2}");
        assertThat(usage().resolve("usage-20261130-09-box.moved.jsonl")).hasContent("{\"n\":1}");
    }

    @Test
    void fileReplacedUnderItsNameIsTheOneWrittenTo() throws Exception {
        JsonlUsageSink sink = start(usage());
        Path file = usage().resolve("usage-20261130-09-box.jsonl");
        appendAndWait(sink, "{\"n\":1}\n");
        Path other = Files.writeString(temp.resolve("other"), "{\"n\":0}\n");
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        nowMillis.addAndGet(1);
        appendAndWait(sink, "{\"n\":2}\n");

        assertThat(file).hasContent("{\"n\":0}\n{\"n\":2}");
    }

    @Test
    void fileTruncatedInPlaceGetsNoHole() throws Exception {
        JsonlUsageSink sink = start(usage());
        Path file = usage().resolve("usage-20261130-09-box.jsonl");
        appendAndWait(sink, "{\"n\":1}\n");
        Files.write(file, new byte[0]);
        appendAndWait(sink, "{\"n\":2}\n");

        assertThat(file).hasContent("{\"n\":2}");
    }

    @Test
    void halfALineOfAKilledProcessIsNotGluedTo() throws Exception {
        Files.createDirectories(usage());
        Path file = usage().resolve("usage-20261130-09-box.jsonl");
        Files.writeString(file, "{\"n\":1}\n{\"n\":");

        appendAndWait(start(usage()), "{\"n\":2}\n");

        assertThat(file).hasContent("{\"n\":1}\n{\"n\":\n{\"n\":2}");
    }

    @Test
    void directoryThatVanishesIsMadeAgain() throws Exception {
        JsonlUsageSink sink = start(usage());
        appendAndWait(sink, "{\"n\":1}\n");
        Files.move(usage(), temp.resolve("gone"));
        nowMillis.addAndGet(1);
        appendAndWait(sink, "{\"n\":2}\n");

        assertThat(linesIn(usage())).containsExactly("{\"n\":2}");
    }

    @Test
    void whileTheDirectoryCannotBeMadeNobodyWaitsAndRowsAreKept() throws Exception {
        Files.writeString(usage(), "in the way");
        JsonlUsageSink sink = start(usage());
        appendAndWait(sink, "{\"n\":1}\n");
        assertThat(sink.failing()).isTrue();
        assertThat(sink.written()).isZero();
        assertThat(sink.lastError()).contains("FileAlreadyExistsException");

        AtomicInteger told = new AtomicInteger();
        sink.append("{\"n\":2}\n".getBytes(UTF_8), told::incrementAndGet);
        assertThat(told).hasValue(1);

        Files.delete(usage());
        awaitWritten(sink, 2);
        assertThat(sink.failing()).isFalse();
        assertThat(linesIn(usage())).containsExactly("{\"n\":1}", "{\"n\":2}");
        assertThat(sink.dropped()).isZero();
        assertThat(told).hasValue(1);
    }

    @Test
    void fullDiskIsCountedAndRecoveredFrom() throws Exception {
        Path fullDevice = Path.of("/dev/full");
        assumeTrue(Files.exists(fullDevice), "only Linux has a full device");
        Files.createDirectories(usage());
        Path file = usage().resolve("usage-20261130-09-box.jsonl");
        Files.createSymbolicLink(file, fullDevice);
        JsonlUsageSink sink = start(usage());
        appendAndWait(sink, "{\"n\":1}\n");
        assertThat(sink.lastError()).contains("No space left on device");

        Files.delete(file);
        awaitWritten(sink, 1);
        assertThat(file).hasContent("{\"n\":1}");
        assertThat(sink.late()).isEqualTo(1);
    }

    @Test
    void rowsBeyondTheBoundAreLostAndCounted() throws Exception {
        Files.writeString(usage(), "in the way");
        JsonlUsageSink sink = JsonlUsageSink.start(usage(), "box", nowMillis::get, line -> {}, 1_000);
        sinks.add(sink);
        AtomicInteger told = new AtomicInteger();
        for (int i = 0; i < 20; i++) {
            CountDownLatch done = new CountDownLatch(1);
            sink.append(line("x".repeat(96)), () -> {
                told.incrementAndGet();
                done.countDown();
            });
            assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(told).hasValue(20);
        assertThat(sink.dropped()).isEqualTo(16);
        Files.delete(usage());
        awaitWritten(sink, 4);
        assertThat(linesIn(usage())).hasSize(4);
        assertThat(sink.heldBytes()).isZero();
    }

    @Test
    void closeWritesWhatHasComeAndRefusesWhatComesLater() throws Exception {
        JsonlUsageSink sink = start(usage());
        AtomicInteger told = new AtomicInteger();
        for (int i = 0; i < 10_000; i++) {
            sink.append(line("row " + i), told::incrementAndGet);
        }
        sink.close();
        sink.append(line("later"), told::incrementAndGet);

        assertThat(linesIn(usage())).hasSize(10_000).doesNotContain("{\"n\":\"later\"}");
        assertThat(told).hasValue(10_001);
        assertThat(sink.dropped()).isEqualTo(1);
    }

    @Test
    void closeWithABrokenDiskEndsAndCountsTheLoss() throws Exception {
        Files.writeString(usage(), "in the way");
        JsonlUsageSink sink = start(usage());
        appendAndWait(sink, line("a"));
        appendAndWait(sink, line("b"));
        sink.close();

        assertThat(sink.dropped()).isEqualTo(2);
        assertThat(usage()).hasContent("in the way");
    }

    @Test
    void aWaiterThatThrowsHurtsNobodyElse() throws Exception {
        JsonlUsageSink sink = start(usage());
        sink.append(line("a"), () -> {
            throw new IllegalStateException("provoked");
        });
        appendAndWait(sink, line("b"));

        assertThat(linesIn(usage())).containsExactly("{\"n\":\"a\"}", "{\"n\":\"b\"}");
    }

    @Test
    void rowLargerThanABatchIsWrittenWhole() throws Exception {
        JsonlUsageSink sink = start(usage());
        byte[] large = line("x".repeat(1 << 20));
        appendAndWait(sink, large);

        assertThat(Files.readAllBytes(usage().resolve("usage-20261130-09-box.jsonl")))
                .isEqualTo(large);
    }

    @Test
    void teeGetsWhatWasWritten() throws Exception {
        List<String> copies = new ArrayList<>();
        JsonlUsageSink sink =
                JsonlUsageSink.start(usage(), "box", nowMillis::get, line -> copies.add(new String(line, UTF_8)));
        sink.append(line("a"), () -> {});
        sink.append(line("b"), () -> {});
        sink.close();

        assertThat(copies).containsExactly("{\"n\":\"a\"}\n", "{\"n\":\"b\"}\n");
    }

    @Test
    void aBatchIsWrittenAndToldOnce() throws Exception {
        List<String> copies = new CopyOnWriteArrayList<>();
        JsonlUsageSink sink =
                JsonlUsageSink.start(usage(), "box", nowMillis::get, line -> copies.add(new String(line, UTF_8)));
        sinks.add(sink);
        RowBatch batch = RowBatches.of(2);
        AtomicInteger told = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(1);
        sink.append(batch, () -> {
            told.incrementAndGet();
            done.countDown();
        });
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();

        String lines = RowBatches.lines(batch);
        assertThat(Files.readString(usage().resolve("usage-20261130-09-box.jsonl")))
                .isEqualTo(lines);
        assertThat(String.join("", copies)).isEqualTo(lines);
        assertThat(copies).hasSize(2);
        assertThat(sink.written()).isEqualTo(2);
        assertThat(sink.heldBytes()).isZero();
        assertThat(told).hasValue(1);
    }

    @Test
    void aBatchThatIsGivenBackWhileTheDiskFailsIsKeptAsItWas() throws Exception {
        Files.writeString(usage(), "in the way");
        JsonlUsageSink sink = start(usage());
        RowBatch first = RowBatches.of(1);
        RowBatch second = RowBatches.of(2);
        String expected = RowBatches.lines(first) + RowBatches.lines(second);
        CountDownLatch told = new CountDownLatch(1);
        sink.append(first, told::countDown);
        assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
        AtomicInteger toldAtOnce = new AtomicInteger();
        sink.append(second, toldAtOnce::incrementAndGet);
        assertThat(toldAtOnce).hasValue(1);
        Arrays.fill(first.bytes(), (byte) '!');
        Arrays.fill(second.bytes(), (byte) '!');

        Files.delete(usage());
        awaitWritten(sink, 3);
        assertThat(usage().resolve("usage-20261130-09-box.jsonl")).hasContent(expected);
    }

    @Test
    void rowsOfABatchThatIsLostAreCounted() throws Exception {
        JsonlUsageSink sink = start(usage());
        sink.close();
        AtomicInteger told = new AtomicInteger();
        sink.append(RowBatches.of(3), told::incrementAndGet);

        assertThat(told).hasValue(1);
        assertThat(sink.dropped()).isEqualTo(3);
    }

    @Test
    void twoInstancesOnOneDirectoryHaveFilesOfTheirOwn() throws Exception {
        JsonlUsageSink one = start(usage());
        JsonlUsageSink two = JsonlUsageSink.start(usage(), "box-2", nowMillis::get, line -> {});
        sinks.add(two);
        appendAndWait(one, line("one"));
        appendAndWait(two, line("two"));

        assertThat(usage().resolve("usage-20261130-09-box.jsonl")).hasContent("{\"n\":\"one\"}");
        assertThat(usage().resolve("usage-20261130-09-box-2.jsonl")).hasContent("{\"n\":\"two\"}");
    }

    private Path usage() {
        return temp.resolve("usage");
    }

    private JsonlUsageSink start(Path directory) {
        JsonlUsageSink sink = JsonlUsageSink.start(directory, "box", nowMillis::get, line -> {});
        sinks.add(sink);
        return sink;
    }

    private static void appendAndWait(JsonlUsageSink sink, String line) throws InterruptedException {
        appendAndWait(sink, line.getBytes(UTF_8));
    }

    private static void appendAndWait(JsonlUsageSink sink, byte[] line) throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        sink.append(line, told::countDown);
        assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
    }

    /** Waits for the writing thread's own retry. */
    private static void awaitWritten(JsonlUsageSink sink, long rows) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (sink.written() < rows && System.nanoTime() < end) {
            Thread.sleep(5);
        }
        assertThat(sink.written()).isEqualTo(rows);
    }

    private static byte[] line(String value) {
        return ("{\"n\":\"" + value + "\"}\n").getBytes(UTF_8);
    }

    private static List<String> linesIn(Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                String content = Files.readString(file);
                assertThat(content).endsWith("\n");
                lines.addAll(Arrays.asList(content.split("\n")));
            }
        }
        return lines;
    }
}
