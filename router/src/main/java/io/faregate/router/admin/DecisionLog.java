package io.faregate.router.admin;

import io.faregate.router.usage.DecisionRow;
import io.faregate.router.usage.RowId;
import io.faregate.router.usage.UsageRowEncoder;
import io.faregate.router.usage.UsageSink;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes each change as a row. Thread-safe. */
public final class DecisionLog {
    private final UsageSink sink;
    private final UsageRowEncoder encoder;
    private final MeterRegistry registry;
    private final SecureRandom random = new SecureRandom();

    /** A log into a sink, by the names that rows of this process carry. */
    public DecisionLog(UsageSink sink, String instance, String version, MeterRegistry registry) {
        this.sink = sink;
        this.registry = registry;
        this.encoder = new UsageRowEncoder(instance, version);
    }

    synchronized void write(
            String action, @Nullable String route, Change change, Map<String, ?> before, Map<String, ?> after) {
        long now = System.currentTimeMillis();
        Object experiment = before.get("experiment");
        DecisionRow row = new DecisionRow(
                RowId.of(now, random.nextLong(), random.nextLong()),
                now,
                route,
                experiment == null ? null : experiment.toString(),
                change.epoch(),
                change.verdict(),
                action,
                change.actor(),
                change.reasons(),
                before,
                after);
        sink.append(encoder.encode(row), () -> {});
        Counter.builder("faregate.experiment.decision")
                .description("Changes over the admin surface")
                .tag("experiment", experiment == null ? "none" : experiment.toString())
                .tag("decision", action.startsWith("budget:") ? "budget" : action)
                .register(registry)
                .increment();
    }
}
