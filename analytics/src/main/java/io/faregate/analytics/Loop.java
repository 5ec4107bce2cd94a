package io.faregate.analytics;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that takes one step after the other: again at once while there is more to do, else after a rest. A loop may
 * be asked to rest a multiple of the time that its step took, so that it never has a processor to itself.
 */
final class Loop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    private static final long LONGEST_REST_MILLIS = 30_000;

    private final BooleanSupplier step;
    private final long restMillis;
    private final int restTimes;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;

    /**
     * A loop that does not run yet.
     *
     * @param step gives whether there is more to do at once
     */
    Loop(String name, long restMillis, BooleanSupplier step) {
        this(name, restMillis, 0, step);
    }

    /**
     * A loop that does not run yet.
     *
     * @param restMillis the least rest
     * @param restTimes how many times as long as the step took, half a minute at most
     */
    Loop(String name, long restMillis, int restTimes, BooleanSupplier step) {
        this.step = step;
        this.restMillis = restMillis;
        this.restTimes = restTimes;
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
            long dueMillis = 0;
            while (!stop.await(dueMillis, TimeUnit.MILLISECONDS)) {
                long began = System.nanoTime();
                boolean more = once();
                long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
                dueMillis = more ? 0 : Math.max(restMillis, Math.min(LONGEST_REST_MILLIS, restTimes * tookMillis));
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
