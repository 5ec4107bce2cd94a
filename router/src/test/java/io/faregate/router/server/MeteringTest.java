package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.route.Surface;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.usage.Attempt;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a scrape says of calls whose fate is known. */
final class MeteringTest {
    private static final String CANARY = "canary: { challenger: b, percent: 0, experiment: e }";

    private static Map<String, Double> scrape(RunningRouter router) throws Exception {
        try (LoopbackClient client = router.client()) {
            Map<String, Double> samples = new TreeMap<>();
            client.ask("GET", "/metrics")
                    .read()
                    .body()
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> {
                        int space = line.lastIndexOf(' ');
                        samples.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
                    });
            return samples;
        }
    }

    @Test
    void countsWhatBecameOfEachCall() throws Exception {
        try (RunningRouter router =
                new RunningRouter(Settings.USUAL.budgets("daily_usd: 1").limits(""))) {
            router.a.then(Answers.error(500, "x", "x"));
            router.b.then(Answers.whole()).then(Answers.whole());
            router.call(RunningRouter.BODY);
            router.call(RunningRouter.BODY);
            router.settledRows(2);

            Map<String, Double> samples = scrape(router);

            assertThat(samples)
                    .containsEntry("faregate_requests_total{outcome=\"served\",route=\"r\"}", 2.0)
                    .containsEntry("faregate_fallthrough_total{route=\"r\"}", 2.0)
                    .containsEntry(
                            "faregate_attempts_total{arm=\"none\",model=\"m-a\",outcome=\"failed\",provider=\"a\"}",
                            1.0)
                    .containsEntry(
                            "faregate_attempts_total{arm=\"none\",model=\"m-b\",outcome=\"served\",provider=\"b\"}",
                            2.0)
                    .containsEntry("faregate_skips_total{provider=\"a\",reason=\"benched:upstream_5xx\"}", 1.0)
                    .containsEntry("faregate_spend_usd_total{arm=\"none\",model=\"m-b\",provider=\"b\"}", 0.00004)
                    .containsEntry("faregate_budget_remaining_usd{budget=\"global\"}", 0.99996)
                    .containsEntry("faregate_circuit_state{provider=\"a\",state=\"open\"}", 1.0)
                    .containsEntry("faregate_circuit_state{provider=\"b\",state=\"closed\"}", 1.0)
                    .containsEntry("faregate_router_overhead_seconds_count", 2.0)
                    .containsEntry("faregate_request_seconds_count{route=\"r\"}", 2.0)
                    .containsEntry(gen("usage_input_tokens_total"), 20.0)
                    .containsEntry(gen("usage_output_tokens_total"), 10.0)
                    .containsKey("faregate_router_overhead_seconds_bucket{le=\"5.0E-5\"}");
        }
    }

    private static String gen(String metric) {
        return "gen_ai_client_inference_" + metric
                + "{gen_ai_operation_name=\"chat\",gen_ai_provider_name=\"b\",gen_ai_request_model=\"m-b\"}";
    }

    @Test
    void tellsTheArmAndTheFirstChunk() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL.r(CANARY))) {
            router.a.then(Answers.stream());
            router.call(RunningRouter.STREAM);
            router.settledRows(1);

            Map<String, Double> samples = scrape(router);

            String labels = "{error_type=\"\",gen_ai_operation_name=\"chat\",gen_ai_provider_name=\"a\","
                    + "gen_ai_request_model=\"m-a\"}";
            assertThat(samples)
                    .containsEntry(
                            "faregate_attempts_total{arm=\"primary\",model=\"m-a\",outcome=\"served\",provider=\"a\"}",
                            1.0)
                    .containsEntry("gen_ai_client_inference_duration_seconds_count" + labels, 1.0)
                    .containsEntry(
                            "gen_ai_client_inference_time_to_first_chunk_seconds_count"
                                    + labels.replace("error_type=\"\",", ""),
                            1.0);
        }
    }

    @Test
    void overheadIsWhatTheProvidersDidNotTake() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL)) {
            new CallMeters(router.server.shared()).took("r", 400_000_000, 399_000_000);

            assertThat(scrape(router))
                    .containsEntry("faregate_request_seconds_sum{route=\"r\"}", 0.4)
                    .containsEntry("faregate_router_overhead_seconds_sum", 0.001);
        }
    }

    @Test
    void allCallsOfARequestAreTimeOfItsProviders() {
        RequestFacts facts = new RequestFacts(Surface.CHAT, 50, 0, millis -> "id");

        facts.called(100, 400, attempt(Attempt.Result.FAILED));
        facts.called(1_000, 1_700, attempt(Attempt.Result.SERVED));

        assertThat(facts.upstreamNanos).isEqualTo(300 + 700);
    }

    private static Attempt attempt(Attempt.Result result) {
        return new Attempt(
                "a", "a", "m-a", result, null, null, 200, 0, null, Attempt.UNKNOWN, 0, true, List.of(), false);
    }

    @Test
    void namesOfModelsAreBounded() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL)) {
            for (String model : List.of("no-such-1", "no-such-2", "no-such-3")) {
                router.call(RunningRouter.BODY.replace("\"r\"", '"' + model + '"'));
            }
            router.settledRows(3);

            assertThat(scrape(router).keySet()).noneMatch(name -> name.contains("no-such"));
        }
    }
}
