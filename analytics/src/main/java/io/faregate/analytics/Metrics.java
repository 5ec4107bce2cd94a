package io.faregate.analytics;

import io.faregate.analytics.config.Settings;
import io.faregate.analytics.incident.Kind;
import io.faregate.analytics.retain.Retention;
import io.faregate.analytics.store.LoadCounts;
import io.faregate.analytics.store.Warehouse;
import io.faregate.analytics.watch.Messenger;
import io.faregate.analytics.watch.Watch;
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

    static void incidents(PrometheusMeterRegistry registry, Watch watch, Messenger messenger) {
        for (Kind kind : Kind.values()) {
            FunctionCounter.builder("faregate.analytics.incidents", watch, w -> w.opened(kind))
                    .description("Incidents begun since the start")
                    .tag("kind", kind.wireName())
                    .register(registry);
            Gauge.builder("faregate.analytics.incidents.open", watch, w -> w.open(kind))
                    .description("Incidents that last")
                    .tag("kind", kind.wireName())
                    .register(registry);
        }
        messages(registry, messenger, "delivered", Messenger::delivered);
        messages(registry, messenger, "failed", Messenger::failed);
    }

    static void retention(PrometheusMeterRegistry registry, Retention retention, Warehouse warehouse) {
        FunctionCounter.builder("faregate.analytics.archived.rows", retention, Retention::rows)
                .description("Rows that left the database for the archive since the start")
                .register(registry);
        FunctionCounter.builder("faregate.analytics.archive.failures", retention, Retention::failures)
                .description("Tries to archive a day that failed since the start; no row left then")
                .register(registry);
        Gauge.builder("faregate.analytics.archived.before.seconds", warehouse, w -> {
                    Long before = w.archivedBeforeMicros();
                    return before == null ? Double.NaN : before / 1e6;
                })
                .description("Rows of before this time, seconds since 1970, may be in the archive")
                .register(registry);
    }

    static void settings(PrometheusMeterRegistry registry, Settings settings) {
        FunctionCounter.builder("faregate.analytics.config.reload.failures", settings, Settings::refused)
                .description("Changed configuration files that were refused since the start")
                .register(registry);
    }

    private static void messages(
            PrometheusMeterRegistry registry, Messenger messenger, String result, ToDoubleFunction<Messenger> count) {
        FunctionCounter.builder("faregate.analytics.webhook.messages", messenger, count)
                .description("Messages to webhooks since the start, by what became of each try")
                .tag("result", result)
                .register(registry);
    }

    private static void rows(
            PrometheusMeterRegistry registry, LoadCounts counts, String result, ToDoubleFunction<LoadCounts> count) {
        FunctionCounter.builder("faregate.analytics.rows", counts, count)
                .description("Rows since the start, by what became of them")
                .tag("result", result)
                .register(registry);
    }
}
