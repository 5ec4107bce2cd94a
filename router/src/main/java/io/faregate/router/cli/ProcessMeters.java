package io.faregate.router.cli;

import io.faregate.router.admin.Control;
import io.faregate.router.sink.JsonlUsageSink;
import io.faregate.router.sink.RowPusher;
import io.faregate.router.spend.SpendLedger;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigDecimal;
import java.util.function.ToDoubleFunction;

/**
 * What the ledger and the row files say of themselves, as metrics. Amounts are rounded to floating point for graphs;
 * the ledger's integers are the truth.
 */
final class ProcessMeters {
    private static final int PICO = 12;

    private ProcessMeters() {}

    static void register(MeterRegistry registry, RowPusher pusher) {
        counter(
                registry,
                "faregate.rows.pushed.bytes",
                "Bytes of rows that the analytics service elsewhere has taken",
                pusher,
                RowPusher::pushedBytes);
        counter(
                registry,
                "faregate.rows.push.failures",
                "Batches of rows that it has not taken; they are sent again",
                pusher,
                RowPusher::failures);
        Gauge.builder("faregate.rows.push.waiting.bytes", pusher, RowPusher::waitingBytes)
                .description("Bytes of rows in files that wait to be pushed")
                .register(registry);
    }

    static void register(MeterRegistry registry, SpendLedger ledger, JsonlUsageSink sink, Control control) {
        counter(
                registry,
                "faregate.rows.written",
                "Rows the operating system has taken",
                sink,
                JsonlUsageSink::written);
        counter(registry, "faregate.rows.dropped", "Rows that were lost", sink, JsonlUsageSink::dropped);
        FunctionCounter.builder("faregate.events.dropped", sink, JsonlUsageSink::dropped)
                .description("What was to be told and was lost, by what it was")
                .tag("reason", "row")
                .register(registry);
        counter(
                registry,
                "faregate.config.reload.failures",
                "Configurations that were refused while the old one stayed",
                control,
                Control::refusedReloads);
        Gauge.builder("faregate.heap.used.bytes", Runtime.getRuntime(), jvm -> jvm.totalMemory() - jvm.freeMemory())
                .description("Heap in use, garbage that has not been collected included")
                .register(registry);
        Gauge.builder("faregate.rows.held.bytes", sink, JsonlUsageSink::heldBytes)
                .description("Bytes of rows that wait in memory for the disk")
                .register(registry);
        Gauge.builder("faregate.rows.failing", sink, rows -> rows.failing() ? 1 : 0)
                .description("1 while rows can not be written")
                .register(registry);
        counter(
                registry,
                "faregate.budget.overrun.usd",
                "Charged beyond reservations; rounded for graphs, the ledger is exact",
                ledger,
                money -> usd(money.overrunPicoUsd()));
        Gauge.builder("faregate.spend.today.usd", ledger, money -> usd(money.dayTotal(System.currentTimeMillis())))
                .description("Booked today as far as this process knows; rounded for graphs, the ledger is exact")
                .register(registry);
        Gauge.builder("faregate.tasks.remembered", ledger, SpendLedger::tasks)
                .description("Tasks whose budgets are remembered")
                .register(registry);
    }

    private static <T> void counter(
            MeterRegistry registry, String name, String description, T source, ToDoubleFunction<T> value) {
        FunctionCounter.builder(name, source, value).description(description).register(registry);
    }

    private static double usd(long picoUsd) {
        return BigDecimal.valueOf(picoUsd, PICO).doubleValue();
    }
}
