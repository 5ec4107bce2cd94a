package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.health.FailureClass;
import io.faregate.router.usage.UsageRow.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the router counts about itself. Labels are names from the configuration, never ids or keys. Thread-safe. */
final class RouterMetrics {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final StateGauges state = new StateGauges(registry);
    private final Map<String, Counter> requests = new ConcurrentHashMap<>();
    private final Map<String, Counter> failures = new ConcurrentHashMap<>();
    private final Counter lateRows = Counter.builder("faregate.rows.late")
            .description("Answers whose last byte did not wait for their row")
            .register(registry);

    PrometheusMeterRegistry registry() {
        return registry;
    }

    void ended(RequestFacts facts, Outcome outcome) {
        String route = facts.route() == null ? "none" : facts.route().name();
        requests.computeIfAbsent(
                        route + '\n' + outcome.key(),
                        key -> Counter.builder("faregate.requests")
                                .description("Requests by how they ended")
                                .tag("route", route)
                                .tag("outcome", outcome.key())
                                .register(registry))
                .increment();
    }

    void failed(Candidate candidate, FailureClass failureClass) {
        String target = candidate.target().name();
        failures.computeIfAbsent(
                        target + '\n' + failureClass.key(),
                        key -> Counter.builder("faregate.failures")
                                .description("Failed calls by class")
                                .tag("target", target)
                                .tag("class", failureClass.key())
                                .register(registry))
                .increment();
    }

    /** A provider's own account of a call is more than 5 % from ours. */
    void drifted(Candidate candidate) {
        String provider = candidate.target().provider().name();
        failures.computeIfAbsent(
                        "drift\n" + provider,
                        key -> Counter.builder("faregate.cost.drift")
                                .description("Calls whose cost by the provider is more than 5 % from ours")
                                .tag("provider", provider)
                                .register(registry))
                .increment();
    }

    /** A model was told its tools in words. */
    void prompted(Candidate candidate) {
        counted("faregate.tools.prompted", "Calls whose tools were told to the model in words", candidate);
    }

    /** A local server has probably cut a prompt. */
    void promptCut(Candidate candidate) {
        counted("faregate.prompts.truncated", "Answers to prompts that were probably cut", candidate);
    }

    private void counted(String name, String description, Candidate candidate) {
        String target = candidate.target().name();
        failures.computeIfAbsent(
                        name + '\n' + target,
                        key -> Counter.builder(name)
                                .description(description)
                                .tag("target", target)
                                .register(registry))
                .increment();
    }

    void lateRow() {
        lateRows.increment();
    }

    String scrape(Shared shared, long nowNanos) {
        state.look(shared, nowNanos);
        return registry.scrape();
    }
}
