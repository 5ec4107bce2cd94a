package io.faregate.bench.load;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Sends one request after the other to one target over a fixed number of connections.
 *
 * <p>Closed loop: each connection sends again as soon as it is answered; this finds the most calls a second. Open loop:
 * calls are due at a fixed rate whatever the target does. A call that has to wait because all connections are still
 * busy counts from the moment it was due, so a stalled target is charged for every call it held up; the generator's
 * own lateness in waking up is charged to nobody.
 */
final class Generator implements AutoCloseable {
    private static final int NO_RATE = 0;

    private final Context loop;
    private final Request request;
    private final List<Link> links = new ArrayList<>();
    private final ArrayDeque<Link> idle = new ArrayDeque<>();
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();
    private Histogram latencies = Window.histogram();
    private long failed;
    private long events;
    private boolean running;
    private boolean closedLoop;
    private Promise<Void> quiet = Promise.promise();

    private Generator(Context loop, Request request) {
        this.loop = loop;
        this.request = request;
    }

    /** Connects {@code connections} links on an event loop of {@code vertx}. */
    static Generator connect(Vertx vertx, Target target, Request request, int connections) throws Exception {
        Context loop = vertx.getOrCreateContext();
        Generator generator = new Generator(loop, request);
        Promise<Void> connected = Promise.promise();
        loop.runOnContext(start -> {
            NetClient client = vertx.createNetClient(new NetClientOptions().setTcpNoDelay(true));
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                Link link = new Link(client, target, generator::done);
                generator.links.add(link);
                generator.idle.add(link);
                all.add(link.connect());
            }
            Future.all(all).<Void>mapEmpty().onComplete(connected);
        });
        connected.future().await(20, TimeUnit.SECONDS);
        return generator;
    }

    /** Runs the closed loop for {@code millis}; returns when all that was sent is answered. */
    Window closed(long millis, Meter meter) throws Exception {
        return run(millis, NO_RATE, meter);
    }

    /** Runs the open loop for {@code millis} at {@code perSecond} calls. */
    Window open(long millis, int perSecond, Meter meter) throws Exception {
        return run(millis, perSecond, meter);
    }

    /** Blank lines seen in the bodies of the last window. */
    long events() {
        return events;
    }

    private Window run(long millis, int perSecond, Meter meter) throws Exception {
        Promise<Void> begun = Promise.promise();
        Cost before = meter.read();
        long startNanos = System.nanoTime();
        loop.runOnContext(start -> {
            latencies = Window.histogram();
            failed = 0;
            events = 0;
            running = true;
            closedLoop = perSecond == NO_RATE;
            quiet = Promise.promise();
            if (closedLoop) {
                while (!idle.isEmpty()) {
                    idle.remove().send(request.next(), System.nanoTime());
                }
            }
            begun.complete();
        });
        begun.future().await();
        long endNanos = startNanos + millis * 1_000_000;
        if (perSecond == NO_RATE) {
            LockSupport.parkNanos(endNanos - System.nanoTime());
            while (System.nanoTime() < endNanos) {
                LockSupport.parkNanos(endNanos - System.nanoTime());
            }
        } else {
            pace(startNanos, endNanos, perSecond);
        }
        loop.runOnContext(stop -> {
            running = false;
            endWhenQuiet();
        });
        quiet.future().await(60, TimeUnit.SECONDS);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        return new Window(latencies, failed, seconds, meter.read().since(before));
    }

    private void pace(long startNanos, long endNanos, int perSecond) {
        double gapNanos = 1e9 / perSecond;
        for (long call = 0; ; call++) {
            long due = startNanos + (long) (call * gapNanos);
            if (due >= endNanos) {
                return;
            }
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            loop.runOnContext(now -> due(due));
        }
    }

    private void due(long dueNanos) {
        Link link = idle.poll();
        if (link == null) {
            waiting.add(dueNanos);
        } else {
            link.send(request.next(), System.nanoTime());
        }
    }

    private void done(Link link) {
        long now = System.nanoTime();
        if (link.good()) {
            latencies.recordValue(Math.min(now - link.startNanos(), latencies.getHighestTrackableValue()));
        } else {
            failed++;
        }
        events += link.events();
        Long due = waiting.poll();
        if (due != null) {
            link.send(request.next(), due);
        } else if (running && closedLoop) {
            link.send(request.next(), now);
        } else {
            idle.add(link);
            endWhenQuiet();
        }
    }

    private void endWhenQuiet() {
        if (!running && idle.size() == links.size()) {
            quiet.tryComplete();
        }
    }

    @Override
    public void close() {
        loop.runOnContext(end -> links.forEach(Link::close));
    }
}
