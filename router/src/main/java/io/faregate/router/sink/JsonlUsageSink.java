package io.faregate.router.sink;

import io.faregate.router.usage.UsageSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
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
        long weight = line.length + OVERHEAD_BYTES;
        if (heldBytes.addAndGet(weight) > maxHeldBytes || closing) {
            heldBytes.addAndGet(-weight);
            dropped.incrementAndGet();
            handedOver.run();
            return;
        }
        boolean nobodyWaits = failing;
        queue.add(new Entry(line, nobodyWaits ? null : handedOver, System.nanoTime()));
        if (nobodyWaits) {
            handedOver.run();
        } else if (sleeping) {
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
            bytes += entry.line.length;
        }
        Entry next = queue.peek();
        while (next != null && (pending.isEmpty() || bytes + next.line.length <= BATCH_BYTES)) {
            bytes += next.line.length;
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
            batch.put(entry.line);
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
        int rows = pending.size();
        for (Entry entry : pending) {
            lateNow += nowNanos - entry.appendedNanos > LATE_NANOS ? 1 : 0;
            bytes += entry.line.length + OVERHEAD_BYTES;
        }
        add(rows, lateNow);
        heldBytes.addAndGet(-bytes);
        Entry entry;
        while ((entry = pending.poll()) != null) {
            entry.release();
            tee.accept(entry.line);
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
        long lost = pending.size();
        for (Entry entry = queue.poll(); entry != null; entry = queue.poll()) {
            entry.release();
            lost++;
        }
        pending.clear();
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

    private static final class Entry {
        final byte[] line;
        final long appendedNanos;
        private @Nullable Runnable handedOver;

        Entry(byte[] line, @Nullable Runnable handedOver, long appendedNanos) {
            this.line = line;
            this.handedOver = handedOver;
            this.appendedNanos = appendedNanos;
        }

        /** On the writing thread alone. */
        void release() {
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
