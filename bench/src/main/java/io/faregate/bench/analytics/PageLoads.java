package io.faregate.bench.analytics;

import io.faregate.analytics.ingest.Intake;
import io.faregate.analytics.judge.CloserLook;
import io.faregate.analytics.judge.Judge;
import io.faregate.analytics.store.Warehouse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * What the page asks of an experiment, again and again, while rows come in at a bounded rate.
 *
 * @param total rows that are there
 * @param batch rows a batch
 * @param rate rows a second at most
 */
record PageLoads(int total, int batch, int rate) {
    private static final int READERS = 2;
    private static final int DEAREST = 5;

    void run(Path database, int loads) {
        if (loads == 0) {
            return;
        }
        double[] seconds = new double[loads];
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong stored = new AtomicLong();
        try (Warehouse warehouse = Warehouse.open(database, READERS)) {
            Thread writer = new Thread(() -> write(warehouse, done, stored), "rows");
            long ahead = 2 * DrawnRows.SPAN_MICROS;
            long offset = DrawnRows.FIRST_MICROS + ahead - Clock.systemUTC().millis() * 1000;
            Judge judge =
                    MeasureCommand.judge(warehouse, () -> Clock.systemUTC().millis() * 1000 + offset);
            CloserLook closer = new CloserLook(judge);
            Spent began = Spent.now();
            writer.start();
            for (int i = 0; i < loads; i++) {
                Spent load = Spent.now();
                Objects.requireNonNull(judge.look(DrawnRows.ROUTE));
                judge.history(DrawnRows.ROUTE, null);
                closer.tail(DrawnRows.ROUTE, null, DEAREST);
                closer.slices(DrawnRows.ROUTE, null, "prompt_size");
                seconds[i] = Spent.now().less(load).seconds();
            }
            double took = Spent.now().less(began).seconds();
            done.set(true);
            writer.join();
            MeasureCommand.say("page load meanwhile", "%.3f s, median of %d", MeasureCommand.median(seconds), loads);
            MeasureCommand.say("rows a second meanwhile", "%,.0f", stored.get() / took);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(Warehouse warehouse, AtomicBoolean done, AtomicLong stored) {
        Intake intake = new Intake(warehouse);
        long began = System.nanoTime();
        for (long n = 0; !done.get(); n++) {
            long due = began + n * batch * TimeUnit.SECONDS.toNanos(1) / rate;
            for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            intake.store(DrawnRows.lines(total + n * batch, batch, total));
            stored.addAndGet(batch);
        }
    }
}
