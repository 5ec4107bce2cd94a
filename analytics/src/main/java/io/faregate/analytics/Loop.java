package io.faregate.analytics;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that takes one step after the other: again at once while there is more to do, else after a rest. */
final class Loop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    private final BooleanSupplier step;
    private final long restMillis;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;

    /**
     * A loop that does not run yet.
     *
     * @param step gives whether there is more to do at once
     */
    Loop(String name, long restMillis, BooleanSupplier step) {
        this.step = step;
        this.restMillis = restMillis;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    boolean isRunning() {
        return thread.isAlive() && stop.getCount() > 0;
    }

    /** Waits for the step at hand, and takes no other. */
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
            boolean more = true;
            while (!stop.await(more ? 0 : restMillis, TimeUnit.MILLISECONDS)) {
                more = once();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean once() {
        try {
            return step.getAsBoolean();
        } catch (RuntimeException e) {
            LOG.error("{} failed; trying again", thread.getName(), e);
            return false;
        }
    }
}
