package io.faregate.router.sink;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the rows of a directory to an analytics service elsewhere, from the files: what could not be sent waits there,
 * over restarts too. A batch that was perhaps taken is sent again, which changes nothing there. Of several routers on
 * one directory one sends; another goes on once it ends. Runs on a thread of its own; the counts may be read by any.
 */
public final class RowPusher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RowPusher.class);
    private static final int BATCH_BYTES = 4 << 20;
    private static final long REST_MILLIS = 500;
    private static final long LONGEST_PAUSE_MILLIS = 60_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final URI rows;
    private final Path directory;
    private final @Nullable String key;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final byte[] buffer = new byte[BATCH_BYTES];
    private final CountDownLatch stop = new CountDownLatch(1);
    private final AtomicLong pushedBytes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final Thread thread;
    private boolean told;

    private RowPusher(URI service, Path directory, @Nullable String key) {
        this.rows = URI.create(service.toString().replaceFirst("/+$", "") + "/v1/rows");
        this.directory = directory;
        this.key = key;
        this.thread = new Thread(this::run, "row-pusher");
        thread.setDaemon(true);
    }

    /** Begins to send the rows of a directory to a service; {@code key} is what that wants to see, or null. */
    public static RowPusher start(URI service, Path directory, @Nullable String key) {
        RowPusher pusher = new RowPusher(service, directory, key);
        pusher.thread.start();
        return pusher;
    }

    /** Bytes of rows that were taken. */
    public long pushedBytes() {
        return pushedBytes.get();
    }

    /** Batches that were not. */
    public long failures() {
        return failures.get();
    }

    /** Bytes of rows that wait, as of the last look. */
    public long waitingBytes() {
        return waitingBytes.get();
    }

    /** Sends what is there, once, and ends. */
    @Override
    public void close() {
        stop.countDown();
        try {
            thread.join(2 * TimeUnit.SECONDS.toMillis(PATIENCE.toSeconds()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            Files.createDirectories(directory);
            try (FileChannel file = FileChannel.open(
                    directory.resolve("pushed-rows.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                if (locked(file)) {
                    push(new PushPositions(directory));
                }
            }
        } catch (IOException e) {
            LOG.error("rows are not pushed: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until nobody else sends from here; false when it was stopped meanwhile. */
    private boolean locked(FileChannel file) throws IOException, InterruptedException {
        while (true) {
            try {
                FileLock lock = file.tryLock();
                if (lock != null) {
                    return true;
                }
            } catch (OverlappingFileLockException e) {
                LOG.debug("another router of this process sends");
            }
            if (stop.await(REST_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
    }

    private void push(PushPositions positions) throws InterruptedException {
        long pauseMillis = 0;
        boolean last = false;
        while (!last) {
            last = stop.await(Math.max(pauseMillis, REST_MILLIS), TimeUnit.MILLISECONDS);
            boolean sent;
            try {
                sent = round(positions);
            } catch (IOException e) {
                sent = false;
                failed(e.toString());
            }
            pauseMillis = sent ? 0 : Math.min(LONGEST_PAUSE_MILLIS, Math.max(2 * pauseMillis, 1_000));
        }
    }

    /** Sends all that is there; false at the first batch that is not taken. */
    private boolean round(PushPositions positions) throws IOException, InterruptedException {
        List<Path> files = UsageFiles.list(directory);
        long waiting = 0;
        for (Path file : files) {
            waiting += Files.size(file) - positions.of(file, Files.size(file));
        }
        waitingBytes.set(waiting);
        for (Path file : files) {
            long offset = positions.of(file, Files.size(file));
            int length = batch(file, offset);
            while (length > 0) {
                if (!taken(length)) {
                    return false;
                }
                offset += length;
                positions.keep(file, offset, files);
                pushedBytes.addAndGet(length);
                waitingBytes.addAndGet(-length);
                length = batch(file, offset);
            }
        }
        return true;
    }

    /** Reads whole lines from an offset on; gives how many bytes. A line longer than a batch goes in pieces. */
    private int batch(Path file, long offset) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer into = ByteBuffer.wrap(buffer);
            channel.position(offset);
            while (into.hasRemaining() && channel.read(into) >= 0) {
                // Until the batch is full or the file ends.
            }
            int end = into.position();
            while (end > 0 && buffer[end - 1] != '\n') {
                end--;
            }
            return end == 0 && !into.hasRemaining() ? buffer.length : end;
        }
    }

    private boolean taken(int length) throws IOException, InterruptedException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(length / 4);
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(buffer, 0, length);
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(rows)
                .timeout(PATIENCE)
                .header("Content-Type", "application/x-ndjson")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(packed.toByteArray()));
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        int status = client.send(request.build(), BodyHandlers.discarding()).statusCode();
        if (status / 100 != 2) {
            failed("it answered " + status);
            return false;
        }
        if (told) {
            LOG.info("rows are pushed again");
            told = false;
        }
        return true;
    }

    private void failed(String why) {
        failures.incrementAndGet();
        if (!told) {
            LOG.warn("rows wait, the analytics service does not take them: {}", why);
            told = true;
        }
    }
}
