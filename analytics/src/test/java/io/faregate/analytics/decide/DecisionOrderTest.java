package io.faregate.analytics.decide;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DecisionOrderTest {
    private static final Map<String, Verdict> NAMES = Map.of(
            "PROMOTE", Verdict.PROMOTE,
            "KEEP_RUNNING", Verdict.CONTINUE,
            "ROLL_BACK", Verdict.ROLLBACK,
            "BLOCKED", Verdict.BLOCKED,
            "STOP_NO_SAVING", Verdict.STOP_NO_SAVING,
            "STOP_INCONCLUSIVE", Verdict.STOP_INCONCLUSIVE);

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void casesAgree(String id, JsonNode decision) {
        JsonNode in = decision.get("input");
        Verdict verdict = DecisionOrder.verdict(
                bounds(in),
                policy(decision.get("config")),
                Standing.FIRST,
                in.get("gates_ok").asBoolean(),
                in.get("valid").asBoolean(),
                in.get("days").asDouble());
        assertThat(verdict)
                .as(id)
                .isEqualTo(requireNonNull(NAMES.get(decision.get("verdict").asText())));
    }

    @Test
    void nothingKnownProvesAndBreaksNothing() {
        assertThat(DecisionOrder.verdict(UNKNOWN, Policy.DEFAULT, Standing.FIRST, true, true, 5))
                .isEqualTo(Verdict.CONTINUE);
    }

    @Test
    void anExactBreachAloneRollsBack() {
        Bounds errors =
                new Bounds(null, null, null, null, null, null, null, null, null, null, null, null, false, true, false);
        assertThat(DecisionOrder.verdict(errors, Policy.DEFAULT, Standing.FIRST, false, false, 0))
                .isEqualTo(Verdict.ROLLBACK);
    }

    @Test
    void beforeTheLastStepNothingIsPromotedOrFoundFutile() {
        Standing step = new Standing(0, 4, false, false);
        assertThat(DecisionOrder.verdict(cost(-0.2, -0.3, -0.4), Policy.DEFAULT, step, true, true, 5))
                .isEqualTo(Verdict.CONTINUE);
        assertThat(DecisionOrder.verdict(cost(0.2, -0.01, -0.1), Policy.DEFAULT, step, true, true, 5))
                .isEqualTo(Verdict.CONTINUE);
    }

    @Test
    void aHoldbackIsNotJudgedByCost() {
        Standing holdback = new Standing(0, 1, true, true);
        Bounds dearer = cost(0.9, 0.5, 0.4);
        assertThat(DecisionOrder.verdict(dearer, Policy.DEFAULT, Standing.FIRST, true, true, 5))
                .isEqualTo(Verdict.ROLLBACK);
        assertThat(DecisionOrder.verdict(dearer, Policy.DEFAULT, holdback, true, true, 90))
                .isEqualTo(Verdict.CONTINUE);
    }

    @Test
    void aDifferenceInTheLastPlacesOfTheSumsBreaksNoGuard() {
        assertThat(DecisionOrder.verdict(cost(1e-15, 1e-15, 1e-15), Policy.DEFAULT, Standing.FIRST, false, true, 0))
                .isEqualTo(Verdict.CONTINUE);
    }

    private static final Bounds UNKNOWN =
            new Bounds(null, null, null, null, null, null, null, null, null, null, null, null, false, false, false);

    private static Bounds cost(double upper, double lower, double guardLower) {
        return new Bounds(upper, lower, 0.0, 0.0, 0.0, 1.0, 1.0, guardLower, 0.0, 0.0, 0.0, 1.0, false, false, false);
    }

    private static Bounds bounds(JsonNode in) {
        return new Bounds(
                d(in, "cost_upper"),
                d(in, "cost_lower"),
                d(in, "success_lower"),
                d(in, "error_upper"),
                d(in, "fallthrough_upper"),
                d(in, "latency_ratio_lower"),
                d(in, "latency_ratio_upper"),
                d(in, "rb_cost_lower"),
                d(in, "rb_success_upper"),
                d(in, "rb_error_lower"),
                d(in, "rb_fallthrough_lower"),
                d(in, "rb_latency_ratio_lower"),
                false,
                false,
                false);
    }

    private static Policy policy(JsonNode in) {
        return new Policy(
                Duration.ofHours(1),
                Duration.ofHours(24),
                OutcomeMode.AUTO,
                0.05,
                in.get("min_saving").asDouble(),
                in.get("max_cost_increase").asDouble(),
                in.get("min_days").asDouble(),
                in.get("max_days").asDouble(),
                new Policy.Margins(
                        in.get("success_margin").asDouble(),
                        in.get("error_margin").asDouble(),
                        in.get("fallthrough_margin").asDouble(),
                        in.get("latency_margin").asDouble()),
                in.get("latency_proof").asText().equals("point") ? LatencyProof.POINT : LatencyProof.STRICT,
                1,
                null);
    }

    private static @Nullable Double d(JsonNode in, String name) {
        return requireNonNull(in.get(name), name).asDouble();
    }

    static Stream<Arguments> cases() {
        try (InputStream in = requireNonNull(DecisionOrderTest.class.getResourceAsStream("/statistics-vectors.json"))) {
            JsonNode file = new ObjectMapper().readTree(in);
            return StreamSupport.stream(file.get("decision_cases").spliterator(), false)
                    .map(decision -> Arguments.of(decision.get("id").asText(), decision));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
