package io.faregate.router.server;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Target;
import io.faregate.router.telemetry.GenAiNames;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.Skip;
import io.faregate.router.usage.Tried;
import io.faregate.router.usage.UsageRow.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Counts each ended request by what was tried for it. Labels are names of the configuration and the catalog, and never
 * more than a bounded number of them. Confined to its event loop; allocates only for what it has not met before.
 */
final class CallMeters {
    private static final int MOST_MODELS = 500;
    private static final String OTHER = "other";
    private static final long[] OVERHEAD_MICROS = {
        50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000
    };

    private final Shared shared;
    private final MeterRegistry registry;
    private final GenAiNames names;
    private final Timer overhead;
    private final Map<String, Timer> requests = new HashMap<>();
    private final Map<String, Counter> fallThroughs = new HashMap<>();
    private final Map<String, Map<String, ModelMeters>> models = new HashMap<>();
    private final Map<String, Map<String, Counter>> skips = new HashMap<>();
    private int known;

    CallMeters(Shared shared) {
        this.shared = shared;
        this.registry = shared.metrics().registry();
        this.names = shared.names();
        this.overhead = Timer.builder("faregate.router.overhead")
                .description("Time of a request that was not spent waiting for a provider")
                .serviceLevelObjectives(LongStream.of(OVERHEAD_MICROS)
                        .mapToObj(micros -> Duration.ofNanos(micros * 1_000))
                        .toArray(Duration[]::new))
                .register(registry);
    }

    /** A request has ended. */
    void ended(RequestFacts facts, Outcome outcome, long nowNanos) {
        String route = facts.route() == null ? "none" : facts.route().name();
        took(route, nowNanos - facts.receivedNanos, facts.upstreamNanos);
        if (facts.fellThrough(outcome)) {
            fallThrough(route).increment();
        }
        Arm arm = facts.arm();
        List<Tried> steps = facts.attempted().steps();
        // By number, because an iterator a call is one object more than needed.
        for (int i = 0; i < steps.size(); i++) {
            Tried step = steps.get(i);
            if (step instanceof Attempt attempt) {
                model(facts, attempt).ended(attempt, arm);
            } else if (step instanceof Skip skip) {
                skipped(skip).increment();
            }
        }
        Attempt last = facts.attempted().lastAttempt();
        if (last != null && facts.firstTokenNanos != 0 && facts.lastCallNanos != 0) {
            model(facts, last).firstChunk(facts.firstTokenNanos - facts.lastCallNanos);
        }
    }

    /** How long a request of a route took, and how much of that its providers took. */
    void took(String route, long totalNanos, long upstreamNanos) {
        overhead.record(Math.max(0, totalNanos - upstreamNanos), TimeUnit.NANOSECONDS);
        request(route).record(Math.max(0, totalNanos), TimeUnit.NANOSECONDS);
    }

    private Timer request(String route) {
        Timer timer = requests.get(route);
        if (timer == null) {
            timer = ModelMeters.durations(Timer.builder("faregate.request"))
                    .description("From the last byte of a request to the last byte of its answer")
                    .tag("route", route)
                    .register(registry);
            requests.put(route, timer);
        }
        return timer;
    }

    private Counter fallThrough(String route) {
        Counter counter = fallThroughs.get(route);
        if (counter == null) {
            counter = Counter.builder("faregate.fallthrough")
                    .description("Requests whose first choice failed or was passed over")
                    .tag("route", route)
                    .register(registry);
            fallThroughs.put(route, counter);
        }
        return counter;
    }

    private ModelMeters model(RequestFacts facts, Attempt attempt) {
        String operation = GenAiNames.operation(facts.surface);
        Map<String, ModelMeters> ofOperation = models.get(operation);
        if (ofOperation == null) {
            ofOperation = new HashMap<>();
            models.put(operation, ofOperation);
        }
        // Two providers may have a model of one name; two targets of one provider share its meters anyway.
        ModelMeters meters = ofOperation.get(attempt.model());
        if (meters != null && meters.provider().equals(attempt.provider())) {
            return meters;
        }
        return otherProvider(ofOperation, operation, attempt);
    }

    private ModelMeters otherProvider(Map<String, ModelMeters> meters, String operation, Attempt attempt) {
        String key = attempt.provider() + '\n' + attempt.model();
        ModelMeters found = meters.get(key);
        if (found == null) {
            String model = known++ < MOST_MODELS ? attempt.model() : OTHER;
            found = new ModelMeters(registry, names, operation, attempt.provider(), model);
            meters.put(key, found);
            meters.putIfAbsent(attempt.model(), found);
        }
        return found;
    }

    private Counter skipped(Skip skip) {
        Map<String, Counter> ofTarget = skips.get(skip.target());
        if (ofTarget == null) {
            ofTarget = new HashMap<>();
            skips.put(skip.target(), ofTarget);
        }
        Counter counter = ofTarget.get(skip.reason());
        if (counter == null) {
            counter = Counter.builder("faregate.skips")
                    .description("Targets that were passed over without a call")
                    .tag("provider", providerOf(skip.target()))
                    .tag("reason", skip.reason())
                    .register(registry);
            ofTarget.put(skip.reason(), counter);
        }
        return counter;
    }

    private String providerOf(String target) {
        for (Target each : shared.snapshot().routing().targets()) {
            if (each.name().equals(target)) {
                return each.provider().name();
            }
        }
        return OTHER;
    }
}
