package io.faregate.router.sink;

import io.faregate.router.usage.RowBatch;
import io.faregate.router.usage.UsageSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows as files of one JSON object a line. Thread-safe. One thread writes what has come together since its last write
 * (group commit), and says so row by row once the operating system has taken it.
 *
 * <p>When the disk fails, rows are kept in memory up to a bound and tried again several times a second, and nobody
 * waits for them any more; beyond the bound the newest are lost and counted.
 */
public final class JsonlUsageSink implements UsageSink, AutoCloseable {
    /** How long after its hand-over to this sink a row counts as late. */
    public static final long LATE_NANOS = 100_000_000L;

    /** Nobody gets a copy of what was written. */
    public static final Consumer<byte[]> NO_TEE = line -> {};

    private static final Logger LOG = LoggerFactory.getLogger(JsonlUsageSink.class);
    private static final long MAX_HELD_BYTES = 64L << 20;
    private static final long OVERHEAD_BYTES = 96;
    private static final int BATCH_BYTES = 1 << 18;
    private static final long RETRY_NANOS = 250_000_000L;
    private static final long CLOSE_MILLIS = 5_000;

    private final Queue<Entry> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong heldBytes = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final RowFile file;
    private final LongSupplier nowMillis;
    private final Consumer<byte[]> tee;
    private final Thread writer;
    private final long maxHeldBytes;

    private volatile boolean sleeping;
    private volatile boolean closing;
    private volatile boolean failing;
    private volatile long written;
    private volatile long late;
    private volatile @Nullable String lastError;

    // The writing thread's own.
    private final ArrayDeque<Entry> pending = new ArrayDeque<>();
    private ByteBuffer batch = ByteBuffer.allocateDirect(BATCH_BYTES);

    /**
     * Starts the writing thread. Nothing is opened before the first row.
     *
     * @param directory where files are made; it need not exist yet
     * @param instance part of the files' names, of no other living process
     * @param nowMillis the clock that decides the hour
     * @param tee gets each line that was written, on the writing thread; must not block
     */
    public static JsonlUsageSink start(Path directory, String instance, LongSupplier nowMillis, Consumer<byte[]> tee) {
        JsonlUsageSink sink = new JsonlUsageSink(directory, instance, nowMillis, tee, MAX_HELD_BYTES);
        sink.writer.start();
        return sink;
    }

    /** The same with another bound on what is held in memory. */
    static JsonlUsageSink start(
            Path directory, String instance, LongSupplier nowMillis, Consumer<byte[]> tee, long maxHeldBytes) {
        JsonlUsageSink sink = new JsonlUsageSink(directory, instance, nowMillis, tee, maxHeldBytes);
        sink.writer.start();
        return sink;
    }

    private JsonlUsageSink(
            Path directory, String instance, LongSupplier nowMillis, Consumer<byte[]> tee, long maxHeldBytes) {
        this.file = new RowFile(directory, instance);
        this.nowMillis = nowMillis;
        this.tee = tee;
        this.maxHeldBytes = maxHeldBytes;
        this.writer = new Thread(this::run, "usage-rows");
        this.writer.setDaemon(true);
    }

    @Override
    public void append(byte[] line, Runnable handedOver) {
        append(line, line.length, 1, handedOver);
    }

    @Override
    public void append(RowBatch batch, Runnable handedOver) {
        append(batch.bytes(), batch.length(), batch.rows(), handedOver);
    }

    private void append(byte[] lines, int length, int rows, Runnable handedOver) {
        long weight = length + rows * OVERHEAD_BYTES;
        if (heldBytes.addAndGet(weight) > maxHeldBytes || closing) {
            heldBytes.addAndGet(-weight);
            dropped.addAndGet(rows);
            handedOver.run();
            return;
        }
        Entry entry = new Entry(lines, length, rows, handedOver, System.nanoTime());
        boolean nobodyWaits = failing;
        if (nobodyWaits) {
            entry.release();
        }
        queue.add(entry);
        if (!nobodyWaits && sleeping) {
            sleeping = false;
            LockSupport.unpark(writer);
        }
    }

    /** Rows the operating system has taken. */
    public long written() {
        return written;
    }

    /** Rows of these that it took later than {@link #LATE_NANOS} after they came. */
    public long late() {
        return late;
    }

    /** Rows that were lost. */
    public long dropped() {
        return dropped.get();
    }

    /** Bytes of rows that wait in memory. */
    public long heldBytes() {
        return heldBytes.get();
    }

    /** Whether the last write failed. */
    public boolean failing() {
        return failing;
    }

    /** What the last failed write said, or null when none has failed; it stays after recovery. */
    public @Nullable String lastError() {
        return lastError;
    }

    /**
     * Writes what has come, brings it to the device, and ends the thread;
     * rows that come later are lost and counted.
     */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(writer);
        try {
            writer.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!writer.isAlive()) {
            lose();
        }
    }

    private void run() {
        while (true) {
            boolean last = closing;
            fill();
            if (pending.isEmpty()) {
                if (last) {
                    break;
                }
                await();
            } else if (!write()) {
                release();
                if (last) {
                    lose();
                    break;
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
        try {
            file.close();
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Takes from the queue what fits one write, at least one row. */
    private void fill() {
        long bytes = 0;
        for (Entry entry : pending) {
            bytes += entry.length;
        }
        Entry next = queue.peek();
        while (next != null && (pending.isEmpty() || bytes + next.length <= BATCH_BYTES)) {
            bytes += next.length;
            pending.add(queue.remove());
            next = queue.peek();
        }
        if (bytes > batch.capacity()) {
            batch = ByteBuffer.allocateDirect((int) bytes);
        }
    }

    private boolean write() {
        batch.clear();
        for (Entry entry : pending) {
            batch.put(entry.lines, 0, entry.length);
        }
        try {
            file.append(batch.flip(), nowMillis.getAsLong());
        } catch (IOException | RuntimeException e) {
            fail(e);
            file.abandon();
            return false;
        }
        if (failing) {
            failing = false;
            LOG.info("rows are written again, {} were lost so far", dropped.get());
        }
        long nowNanos = System.nanoTime();
        long lateNow = 0;
        long bytes = 0;
        int rows = 0;
        for (Entry entry : pending) {
            rows += entry.rows;
            lateNow += nowNanos - entry.appendedNanos > LATE_NANOS ? entry.rows : 0;
            bytes += entry.weight();
        }
        add(rows, lateNow);
        heldBytes.addAndGet(-bytes);
        Entry entry;
        while ((entry = pending.poll()) != null) {
            if (tee != NO_TEE) {
                entry.copyTo(tee);
            }
            entry.tell();
        }
        return true;
    }

    // Written by the writing thread alone, so that a plain sum behind a volatile is enough.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void add(int rows, long lateNow) {
        written += rows;
        late += lateNow;
    }

    /** Lets nobody wait for rows that the disk does not take now. */
    private void release() {
        for (Entry entry : pending) {
            entry.release();
        }
        for (Entry entry : queue) {
            entry.release();
        }
    }

    private void lose() {
        long lost = 0;
        for (Entry entry = pending.poll(); entry != null; entry = pending.poll()) {
            lost += entry.rows;
        }
        for (Entry entry = queue.poll(); entry != null; entry = queue.poll()) {
            entry.tell();
            lost += entry.rows;
        }
        dropped.addAndGet(lost);
    }

    private void await() {
        sleeping = true;
        if (queue.isEmpty() && !closing) {
            LockSupport.park(this);
        }
        sleeping = false;
    }

    private void fail(Exception e) {
        lastError = e.toString();
        if (!failing) {
            failing = true;
            LOG.warn("rows can not be written and are kept in memory: {}", e.toString());
        }
    }

    /** Lines that came together. What is not the sender's alone is read and changed on the writing thread alone. */
    private static final class Entry {
        final int length;
        final int rows;
        final long appendedNanos;
        private byte[] lines;
        private @Nullable Runnable handedOver;

        Entry(byte[] lines, int length, int rows, Runnable handedOver, long appendedNanos) {
            this.lines = lines;
            this.length = length;
            this.rows = rows;
            this.handedOver = handedOver;
            this.appendedNanos = appendedNanos;
        }

        long weight() {
            return length + rows * OVERHEAD_BYTES;
        }

        void copyTo(Consumer<byte[]> tee) {
            int from = 0;
            for (int i = 0; i < length; i++) {
                if (lines[i] == '\n') {
                    tee.accept(Arrays.copyOfRange(lines, from, i + 1));
                    from = i + 1;
                }
            }
        }

        /** Lets nobody wait any more for lines that are still to be written: the sender's array is the sender's again. */
        void release() {
            if (handedOver != null) {
                lines = Arrays.copyOf(lines, length);
                tell();
            }
        }

        void tell() {
            Runnable waiting = handedOver;
            handedOver = null;
            if (waiting != null) {
                try {
                    waiting.run();
                } catch (RuntimeException e) {
                    LOG.error("a row's waiter failed", e);
                }
            }
        }
    }
}
