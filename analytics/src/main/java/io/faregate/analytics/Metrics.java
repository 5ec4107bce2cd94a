package io.faregate.analytics;

import io.faregate.analytics.store.LoadCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;

/** What {@code /metrics} shows. Stateless. */
final class Metrics {
    private Metrics() {}

    static PrometheusMeterRegistry of(LoadCounts counts, BooleanSupplier following) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        rows(registry, counts, "accepted", LoadCounts::accepted);
        rows(registry, counts, "duplicate", LoadCounts::duplicate);
        rows(registry, counts, "rejected", LoadCounts::rejected);
        Gauge.builder("faregate.analytics.following", () -> following.getAsBoolean() ? 1 : 0)
                .description("1 while the row files are followed")
                .register(registry);
        new JvmMemoryMetrics().bindTo(registry);
        return registry;
    }

    private static void rows(
            PrometheusMeterRegistry registry, LoadCounts counts, String result, ToDoubleFunction<LoadCounts> count) {
        FunctionCounter.builder("faregate.analytics.rows", counts, count)
                .description("Rows since the start, by what became of them")
                .tag("result", result)
                .register(registry);
    }
}
