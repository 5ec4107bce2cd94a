package io.faregate.analytics.stats;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The edges that vectors do not touch. */
class BoundsTest {
    @Test
    void aRatioNeedsTwoTasksAndSomeCostInEachArm() {
        Moments some = new Moments(10, 1, 3);
        assertThat(CostRatio.plain(some, new Moments(1, 1, 0))).isNull();
        assertThat(CostRatio.plain(some, new Moments(10, 0, 0))).isNull();
        assertThat(CostRatio.plain(new Moments(10, 0, 0), some)).isNull();
    }

    @Test
    void anAdjustmentByAConstantChangesNothing() {
        Moments arm0 = new Moments(500, 2, 900);
        Moments arm1 = new Moments(400, 1.5, 500);
        CostRatio.Adjusted adjusted =
                requireNonNull(CostRatio.adjusted(CoMoments.constantX(arm0, 7), CoMoments.constantX(arm1, 7)));
        assertThat(adjusted.slope()).isZero();
        assertThat(adjusted.ratio()).isEqualTo(CostRatio.plain(arm0, arm1));
    }

    @Test
    void costsWithoutSpreadHaveTheirOwnValueAsBound() {
        LogRatio ratio = requireNonNull(CostRatio.plain(new Moments(40, 0.01, 0), new Moments(40, 0.006, 0)));
        assertThat(ratio.relativeUpper(0.05)).isEqualTo(ratio.relativeLower(0.05));
        assertThat(ratio.relative()).isCloseTo(-0.4, within(1e-12));
    }

    @Test
    void excludesAgreesWithTheBounds() {
        RateDifference rates = new RateDifference(300, 3000, 330, 3000);
        double upper = rates.upper(0.05);
        assertThat(rates.excludes(upper + 1e-9, 0.05)).isTrue();
        assertThat(rates.excludes(upper - 1e-9, 0.05)).isFalse();
        double lower = rates.lower(0.05);
        assertThat(rates.excludes(lower - 1e-9, 0.05)).isTrue();
        assertThat(rates.excludes(lower + 1e-9, 0.05)).isFalse();
    }

    @Test
    void ratesThatSayNothingHaveTheWidestBounds() {
        RateDifference rates = new RateDifference(0, 1, 1, 1);
        assertThat(rates.upper(0.05)).isEqualTo(1);
        assertThat(rates.gate()).isFalse();
        assertThatThrownBy(() -> new RateDifference(2, 1, 0, 1)).hasMessageContaining("k0=2.0");
    }

    @Test
    void certainFailureInOneArmIsABreach() {
        assertThat(ExactBreach.found(0, 200, 12, 12, 0.01, 0.005)).isTrue();
        assertThat(ExactBreach.found(12, 12, 0, 200, 0.01, 0.005)).isFalse();
        assertThat(ExactBreach.found(0, 0, 5, 5, 0.01, 0.005)).isFalse();
        assertThat(ExactBreach.of(0, 100, 100, 100, 0.02).logEvidence()).isGreaterThan(20);
    }

    @Test
    void theBreachEvidenceIsTheLeastOverAllRates() {
        Random random = new Random(11);
        for (int round = 0; round < 300; round++) {
            int n0 = 1 + random.nextInt(200);
            int n1 = 1 + random.nextInt(100);
            double k0 = random.nextInt(3) == 0 ? 0 : random.nextInt(n0 + 1);
            double k1 = random.nextInt(3) == 0 ? n1 : random.nextInt(n1 + 1);
            double margin = 0.3 * random.nextDouble() - 0.1;
            ExactBreach least = ExactBreach.of(k0, n0, k1, n1, margin);
            double from = Math.max(0, -margin);
            double to = Math.min(1, 1 - margin);
            for (double p = from + 1e-9; p < to; p += 0.001) {
                double there = BetaBinomial.logMartingale(k0, n0, p) + BetaBinomial.logMartingale(k1, n1, p + margin);
                assertThat(there)
                        .as("%s of %s, %s of %s, margin %s at %s", k0, n0, k1, n1, margin, p)
                        .isGreaterThanOrEqualTo(least.logEvidence() - 1e-6);
            }
        }
    }

    @Test
    void aFewEventsAgainstNoneAreNoBreach() {
        assertThat(ExactBreach.found(0, 68, 2, 87, 0.02, 0.005)).isFalse();
        assertThat(ExactBreach.found(0, 22, 1, 29, 0.02, 0.005)).isFalse();
    }

    @Test
    void aShareWithoutChanceAllowsNoStray() {
        assertThat(SampleRatio.logEvidence(500, 0, 0)).isZero();
        assertThat(SampleRatio.alarm(SampleRatio.logEvidence(500, 1, 0))).isTrue();
        assertThat(SampleRatio.alarm(SampleRatio.logEvidence(0, 500, 1))).isFalse();
        assertThat(SampleRatio.pValue(Double.POSITIVE_INFINITY)).isZero();
    }

    @Test
    void acceptedRanksAreTheOnesASearchOverAllCountsFinds() {
        Random random = new Random(3);
        for (int round = 0; round < 40; round++) {
            long n = 1L + random.nextInt(400);
            double p = 0.05 + 0.9 * random.nextDouble();
            double limit = -Math.log(0.05);
            List<Long> accepted = LongStream.rangeClosed(0, n)
                    .filter(k -> BetaBinomial.logMartingale((double) k, (double) n, p, 40 * p, 40 * (1 - p)) < limit)
                    .boxed()
                    .toList();
            assertThat(QuantileInterval.ranks(n, p, 0.05))
                    .as("n=%s p=%s", n, p)
                    .isEqualTo(new QuantileInterval.Ranks(accepted.get(0), accepted.get(accepted.size() - 1) + 1));
        }
    }

    @Test
    void aQuantileRatioNeedsBothItsOrderStatistics() {
        OrderStatistics few = new OrderStatistics(10, Map.of(1L, 5.0, 10L, 50.0));
        assertThat(QuantileInterval.ratioLower(few, few, 0.95, 0.05)).isNull();
        double[] slow =
                LongStream.rangeClosed(1, 1_000).mapToDouble(i -> 2.0 * i).toArray();
        double[] fast = LongStream.rangeClosed(1, 1_000).mapToDouble(i -> i).toArray();
        List<Long> all = LongStream.rangeClosed(1, 1_000).boxed().toList();
        OrderStatistics arm0 = OrderStatistics.ofSorted(fast, all);
        OrderStatistics arm1 = OrderStatistics.ofSorted(slow, all);
        double lower = requireNonNull(QuantileInterval.ratioLower(arm0, arm1, 0.95, 0.05));
        double upper = requireNonNull(QuantileInterval.ratioUpper(arm0, arm1, 0.95, 0.05));
        assertThat(lower).isBetween(1.7, 2.0);
        assertThat(upper).isBetween(2.0, 2.3);
        assertThatThrownBy(() -> new OrderStatistics(3, Map.of(4L, 1.0))).hasMessageContaining("rank=4");
    }

    @Test
    void noForecastWithoutADistance() {
        assertThat(Forecast.ratio(-0.1, 0.05, -0.1, 0.2, 0.05)).isNull();
    }
}
