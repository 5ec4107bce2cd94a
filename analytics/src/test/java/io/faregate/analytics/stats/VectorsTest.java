package io.faregate.analytics.stats;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every published figure, computed elsewhere at 50 digits, to a relative 1e-9. */
class VectorsTest {
    private static final JsonNode FILE = read();

    @ParameterizedTest(name = "{0}")
    @MethodSource("vectors")
    void figuresAgreeWithTheirVectors(String id, JsonNode vector) {
        Map<String, Double> actual = figures(vector.get("fn").asText(), vector.get("input"));
        JsonNode expected = vector.get("output");
        assertThat(actual.keySet()).as(id).containsExactlyInAnyOrderElementsOf(expected::fieldNames);
        expected.properties().forEach(entry -> {
            double want = number(entry.getValue());
            double have = requireNonNull(actual.get(entry.getKey()));
            assertThat(Math.abs(have - want))
                    .as("%s %s: %s for %s", id, entry.getKey(), have, want)
                    .isLessThanOrEqualTo(1e-9 * Math.abs(want) + (want == 0 ? 1e-12 : 0));
        });
    }

    @ParameterizedTest(name = "saving {0}")
    @MethodSource("planning")
    void plansAgreeWithTheirVectors(double saving, JsonNode plan) {
        assertClose(Planning.seRequired(saving, 0.05), plan.get("se_required").asDouble());
        assertClose(
                Planning.tasks(saving, 0.05, 1, 0.05),
                plan.get("tasks_per_cv2_share_05").asDouble());
        assertClose(
                Planning.tasks(saving, 0.05, 1, 0.5),
                plan.get("tasks_per_cv2_share_50").asDouble());
    }

    static Stream<Arguments> vectors() {
        return StreamSupport.stream(FILE.get("vectors").spliterator(), false)
                .map(vector -> Arguments.of(vector.get("id").asText(), vector));
    }

    static Stream<Arguments> planning() {
        return StreamSupport.stream(FILE.get("planning").spliterator(), false)
                .map(plan -> Arguments.of(plan.get("saving").asDouble(), plan));
    }

    private static Map<String, Double> figures(String function, JsonNode in) {
        return switch (function) {
            case "multiplier" ->
                Map.of(
                        "k_one_sided", MixtureBoundary.oneSided(d(in, "X"), d(in, "alpha")),
                        "k_two_sided", MixtureBoundary.twoSided(d(in, "X"), d(in, "alpha")));
            case "tuning" -> tuning(d(in, "alpha"), d(in, "n_star"), d(in, "se_star"));
            case "asympcs_mean" -> mean(in);
            case "evalue" -> evidence(in);
            case "cost_log_ratio" -> plain(in);
            case "cost_log_ratio_adjusted" -> adjusted(in);
            case "cost_per_success" -> perSuccess(in);
            case "rate_difference" -> rates(in);
            case "beta_binomial_cs" -> rate(in);
            case "exact_rate_breach" -> breach(in);
            case "srm" -> split(in);
            case "quantile_ranks" -> ranks(in);
            case "forecast_total_tasks" -> forecast(in);
            case "stressed_upper" -> stressed(in);
            default -> throw new AssertionError("no such function: " + function);
        };
    }

    private static Map<String, Double> tuning(double alpha, double n, double se) {
        return Map.of(
                "x_star", MixtureBoundary.tightest(alpha),
                "x_approx", MixtureBoundary.tightestApproximately(alpha),
                "rho_n_star", MixtureBoundary.rho(alpha, n),
                "rho_n_star_approx", Math.sqrt(MixtureBoundary.tightestApproximately(alpha) / n),
                "tau_at_se_star", MixtureBoundary.tau(alpha, se));
    }

    private static Map<String, Double> mean(JsonNode in) {
        double mean = d(in, "mean");
        MeanInterval interval = MeanInterval.of(in.get("n").asLong(), d(in, "var"), d(in, "alpha"), d(in, "n_star"));
        return Map.of(
                "rho", interval.rho(),
                "half_two_sided", interval.halfTwoSided(),
                "lower", mean - interval.halfTwoSided(),
                "upper", mean + interval.halfTwoSided(),
                "half_one_sided", interval.halfOneSided());
    }

    private static Map<String, Double> evidence(JsonNode in) {
        EValue e = EValue.of(d(in, "theta"), d(in, "se"), d(in, "tau"), d(in, "null"));
        return Map.of(
                "z", e.z(),
                "X", e.x(),
                "e_two_sided", e.twoSided(),
                "e_theta_below_null", e.below(),
                "e_theta_above_null", e.above(),
                "p_two_sided", EValue.pValue(e.twoSided()),
                "p_below", EValue.pValue(e.below()));
    }

    private static Map<String, Double> plain(JsonNode in) {
        Moments arm0 = moments(in, "0");
        Moments arm1 = moments(in, "1");
        LogRatio ratio = requireNonNull(CostRatio.plain(arm0, arm1));
        double cv0 = arm0.variance() / (arm0.mean() * arm0.mean());
        double cv1 = arm1.variance() / (arm1.mean() * arm1.mean());
        Map<String, Double> out = bounds(ratio, d(in, "alpha_one_sided"));
        out.put("cv2_0", cv0);
        out.put("cv2_1", cv1);
        out.put("cv2_1_used", Math.max(cv0, cv1));
        return out;
    }

    private static Moments moments(JsonNode in, String arm) {
        long n = in.get("n" + arm).asLong();
        return new Moments(n, d(in, "mean" + arm), d(in, "var" + arm) * (n - 1));
    }

    private static Map<String, Double> adjusted(JsonNode in) {
        CoMoments arm0 = sized(in.get("arm0"));
        CoMoments arm1 = sized(in.get("arm1"));
        CostRatio.Adjusted adjusted = requireNonNull(CostRatio.adjusted(arm0, arm1));
        Map<String, Double> out = bounds(adjusted.ratio(), d(in, "alpha_one_sided"));
        out.put("mean0", arm0.meanY());
        out.put("mean1", arm1.meanY());
        out.put("b", adjusted.slope());
        out.put("u0", adjusted.spread0());
        out.put("u1", adjusted.spread1());
        out.put("u1_used", Math.max(adjusted.spread0(), adjusted.spread1()));
        out.put(
                "theta_unadjusted",
                requireNonNull(CostRatio.plain(arm0.y(), arm1.y())).theta());
        return out;
    }

    private static CoMoments sized(JsonNode arm) {
        return CoMoments.ofSums(
                (long) d(arm, "n"),
                d(arm, "sum_y"),
                d(arm, "sum_yy"),
                d(arm, "sum_x"),
                d(arm, "sum_xx"),
                d(arm, "sum_xy"));
    }

    private static Map<String, Double> bounds(LogRatio ratio, double alpha) {
        Map<String, Double> out = new LinkedHashMap<>();
        out.put("theta", ratio.theta());
        out.put("se", ratio.se());
        out.put("half_one_sided", ratio.half(alpha));
        out.put("rel_point", ratio.relative());
        out.put("rel_lower", ratio.relativeLower(alpha));
        out.put("rel_upper", ratio.relativeUpper(alpha));
        return out;
    }

    private static Map<String, Double> perSuccess(JsonNode in) {
        CostPerSuccess arm0 = requireNonNull(CostPerSuccess.of(judged(in.get("arm0"))));
        CostPerSuccess arm1 = requireNonNull(CostPerSuccess.of(judged(in.get("arm1"))));
        Map<String, Double> out = bounds(CostPerSuccess.ratio(arm0, arm1), d(in, "alpha_one_sided"));
        out.remove("rel_point");
        out.put("cps0", arm0.value());
        out.put("cps1", arm1.value());
        out.put("g0", arm0.spread());
        out.put("g1", arm1.spread());
        return out;
    }

    private static CoMoments judged(JsonNode arm) {
        double successes = d(arm, "sum_s");
        return CoMoments.ofSums(
                (long) d(arm, "n"), d(arm, "sum_y"), d(arm, "sum_yy"), successes, successes, d(arm, "sum_ys"));
    }

    private static Map<String, Double> rates(JsonNode in) {
        RateDifference rates = new RateDifference(d(in, "k0"), d(in, "n0"), d(in, "k1"), d(in, "n1"));
        double alpha = d(in, "alpha_one_sided");
        return Map.of("diff", rates.difference(), "lower", rates.lower(alpha), "upper", rates.upper(alpha));
    }

    private static Map<String, Double> rate(JsonNode in) {
        BetaBinomial.Interval interval = BetaBinomial.interval(d(in, "k"), d(in, "n"), d(in, "alpha"));
        return Map.of(
                "lower", interval.lower(),
                "upper", interval.upper(),
                "ln_m_at_half", BetaBinomial.logMartingale(d(in, "k"), d(in, "n"), 0.5));
    }

    private static Map<String, Double> breach(JsonNode in) {
        ExactBreach breach = ExactBreach.of(d(in, "k0"), d(in, "n0"), d(in, "k1"), d(in, "n1"), d(in, "margin"));
        boolean found =
                ExactBreach.found(d(in, "k0"), d(in, "n0"), d(in, "k1"), d(in, "n1"), d(in, "margin"), d(in, "alpha"));
        return Map.of("ln_e", breach.logEvidence(), "argmin_p0", breach.rate0(), "breach", found ? 1.0 : 0.0);
    }

    private static Map<String, Double> split(JsonNode in) {
        double log = SampleRatio.logEvidence(
                in.get("n_primary").asLong(), in.get("n_canary").asLong(), d(in, "share"));
        return Map.of("ln_e", log, "p_value", SampleRatio.pValue(log), "alarm", SampleRatio.alarm(log) ? 1.0 : 0.0);
    }

    private static Map<String, Double> ranks(JsonNode in) {
        QuantileInterval.Ranks ranks = QuantileInterval.ranks(in.get("n").asLong(), d(in, "p"), d(in, "alpha"));
        return Map.of("lower_rank", (double) ranks.lower(), "upper_rank", (double) ranks.upper());
    }

    private static Map<String, Double> forecast(JsonNode in) {
        double ratio = requireNonNull(
                Forecast.ratio(d(in, "theta"), d(in, "se"), d(in, "target"), d(in, "tau"), d(in, "alpha_one_sided")));
        return Map.of("ratio", ratio, "n_needed", ratio * d(in, "n_now"));
    }

    private static Map<String, Double> stressed(JsonNode in) {
        String from = in.get("from_vector").asText();
        JsonNode source = StreamSupport.stream(FILE.get("vectors").spliterator(), false)
                .filter(vector -> vector.get("id").asText().equals(from))
                .findFirst()
                .orElseThrow();
        double upper = requireNonNull(
                figures(source.get("fn").asText(), source.get("input")).get("rel_upper"));
        double stressed = CostRatio.stressed(
                upper, d(in, "K"), d(in, "y_max"), in.get("n1").asLong(), d(in, "mean0"));
        return Map.of("rel_upper_stressed", stressed);
    }

    private static double d(JsonNode in, String name) {
        return requireNonNull(in.get(name), name).asDouble();
    }

    private static double number(JsonNode value) {
        return value.isBoolean() ? (value.asBoolean() ? 1 : 0) : value.asDouble();
    }

    private static void assertClose(double have, double want) {
        assertThat(Math.abs(have / want - 1)).as("%s for %s", have, want).isLessThanOrEqualTo(1e-9);
    }

    private static JsonNode read() {
        try (InputStream in = requireNonNull(VectorsTest.class.getResourceAsStream("/statistics-vectors.json"))) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
