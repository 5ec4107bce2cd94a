package io.faregate.router.sink;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Copies rows to a stream, standard output as a rule, on a thread of its own: a reader that has stopped reading blocks
 * that thread and nothing else. Thread-safe; what does not fit meanwhile is left out and counted, the files have it.
 */
public final class StdoutTee implements Consumer<byte[]> {
    private static final int MAX_WAITING_ROWS = 10_000;

    private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(MAX_WAITING_ROWS);
    private final AtomicLong leftOut = new AtomicLong();
    private final OutputStream out;

    private StdoutTee(OutputStream out) {
        this.out = out;
    }

    /** Starts copying; the thread ends with the process. */
    public static StdoutTee start(OutputStream out) {
        StdoutTee tee = new StdoutTee(out);
        Thread thread = new Thread(tee::run, "usage-stdout");
        thread.setDaemon(true);
        thread.start();
        return tee;
    }

    @Override
    public void accept(byte[] line) {
        if (!waiting.offer(line)) {
            leftOut.incrementAndGet();
        }
    }

    /** Rows that the stream did not get. */
    public long leftOut() {
        return leftOut.get();
    }

    private void run() {
        try {
            while (true) {
                byte[] line = waiting.take();
                try {
                    out.write(line);
                    if (waiting.isEmpty()) {
                        out.flush();
                    }
                } catch (IOException e) {
                    leftOut.incrementAndGet();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
