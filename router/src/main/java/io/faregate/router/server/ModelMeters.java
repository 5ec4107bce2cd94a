package io.faregate.router.server;

import io.faregate.router.canary.Arm;
import io.faregate.router.cost.Usage;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.telemetry.GenAiNames;
import io.faregate.router.usage.Attempt;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** What is counted of the calls of one model at one provider. Confined to its event loop. */
final class ModelMeters {
    private static final int ARMS = Arm.values().length + 1;

    private final MeterRegistry registry;
    private final GenAiNames names;
    private final String operation;
    private final String provider;
    private final String model;
    private final TokenMeters tokens;
    private final @Nullable Counter[] attempts = new Counter[ARMS * Attempt.Result.values().length];
    private final @Nullable Counter[] spend = new Counter[ARMS];
    private final Map<String, Timer> durations = new HashMap<>();
    private @Nullable Timer firstChunk;

    ModelMeters(MeterRegistry registry, GenAiNames names, String operation, String provider, String model) {
        this.registry = registry;
        this.names = names;
        this.operation = operation;
        this.provider = provider;
        this.model = model;
        this.tokens = new TokenMeters(registry, names, operation, GenAiNames.provider(provider), model);
    }

    /** Has a timer count into the buckets of the conventions. */
    static Timer.Builder durations(Timer.Builder builder) {
        return builder.serviceLevelObjectives(LongStream.of(GenAiNames.durationBucketsMillis())
                .mapToObj(Duration::ofMillis)
                .toArray(Duration[]::new));
    }

    String provider() {
        return provider;
    }

    /** One call is over. */
    void ended(Attempt attempt, @Nullable Arm arm) {
        int side = arm == null ? 0 : arm.ordinal() + 1;
        attempts(attempt.result(), side, arm).increment();
        duration(attempt.failureClass() == null ? "" : attempt.failureClass())
                .record(attempt.latencyMillis(), TimeUnit.MILLISECONDS);
        if (attempt.costPicoUsd() > 0) {
            spend(side, arm).increment(attempt.costPicoUsd() / (double) PicoUsd.DOLLAR);
        }
        Usage usage = attempt.usage();
        if (usage != null) {
            tokens.used(usage);
        }
    }

    /** The first chunk of a streamed answer has taken so long. */
    void firstChunk(long nanos) {
        Timer timer = firstChunk;
        if (timer == null) {
            timer = named(Timer.builder(names.firstChunk()))
                    .description("From the sending of a call to the first chunk of its answer")
                    .register(registry);
            firstChunk = timer;
        }
        timer.record(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    private Counter attempts(Attempt.Result result, int side, @Nullable Arm arm) {
        int index = side * Attempt.Result.values().length + result.ordinal();
        Counter counter = attempts[index];
        if (counter == null) {
            counter = Counter.builder("faregate.attempts")
                    .description("Calls to providers by how they ended")
                    .tags("provider", provider, "model", model, "arm", key(arm), "outcome", result.key())
                    .register(registry);
            attempts[index] = counter;
        }
        return counter;
    }

    private Counter spend(int side, @Nullable Arm arm) {
        Counter counter = spend[side];
        if (counter == null) {
            counter = Counter.builder("faregate.spend.usd")
                    .description("What calls have cost; rounded for graphs, the ledger's integers are the truth")
                    .tags("provider", provider, "model", model, "arm", key(arm))
                    .register(registry);
            spend[side] = counter;
        }
        return counter;
    }

    private static String key(@Nullable Arm arm) {
        return arm == null ? "none" : arm.key();
    }

    private Timer duration(String failureClass) {
        Timer timer = durations.get(failureClass);
        if (timer == null) {
            timer = named(Timer.builder(names.duration()))
                    .description("How long calls of models have taken")
                    .tag(GenAiNames.ERROR_TYPE, failureClass)
                    .register(registry);
            durations.put(failureClass, timer);
        }
        return timer;
    }

    private Timer.Builder named(Timer.Builder builder) {
        return durations(builder)
                .tag(GenAiNames.OPERATION, operation)
                .tag(GenAiNames.PROVIDER, GenAiNames.provider(provider))
                .tag(GenAiNames.REQUEST_MODEL, model);
    }
}
