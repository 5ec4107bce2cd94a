package io.faregate.analytics;

import io.faregate.analytics.ingest.RowTailer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that follows the row files: again at once while there is more, else after a short rest. */
final class TailLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TailLoop.class);
    private static final long REST_MILLIS = 200;

    private final RowTailer tailer;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;

    TailLoop(RowTailer tailer) {
        this.tailer = tailer;
        this.thread = new Thread(this::run, "tailer");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    boolean isRunning() {
        return thread.isAlive() && stop.getCount() > 0;
    }

    @Override
    public void close() {
        stop.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            boolean more = false;
            while (!stop.await(more ? 0 : REST_MILLIS, TimeUnit.MILLISECONDS)) {
                more = poll();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean poll() {
        try {
            return tailer.poll() > 0;
        } catch (RuntimeException e) {
            LOG.error("the row files could not be followed; trying again", e);
            return false;
        }
    }
}
