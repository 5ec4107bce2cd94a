package io.faregate.analytics.decide;

import io.faregate.analytics.stats.BetaBinomial;
import io.faregate.analytics.stats.CostPerSuccess;
import io.faregate.analytics.stats.LogRatio;
import io.faregate.analytics.stats.MeanInterval;
import io.faregate.analytics.stats.Moments;
import io.faregate.analytics.stats.OrderStatistics;
import io.faregate.analytics.stats.QuantileInterval;

/** The figures of one arm as they are shown, every bound at a one-sided 5 %. */
final class ArmFigures {
    private ArmFigures() {}

    static ArmEstimates of(Arm arm, ArmSummary summary, OutcomeMode mode) {
        Success success = Success.of(summary, mode);
        Moments cost = summary.costUsd();
        long mature = summary.matureTasks();
        return new ArmEstimates(
                mean(cost),
                perSuccess(success),
                rate(success.sum(), success.tasks(), mode == OutcomeMode.TECHNICAL ? "no mature task" : "no outcome"),
                share(summary.errors(), mature, "no mature task"),
                share(summary.fallthroughs(), mature, "no mature task"),
                share(summary.refusals(), mature, "no mature task"),
                quantile(summary.latencyMillis(), LatencyRanks.MEDIAN),
                quantile(summary.latencyMillis(), LatencyRanks.TAIL),
                cost.effectiveCount(),
                worstCase(arm, summary));
    }

    private static Estimate mean(Moments cost) {
        if (cost.n() == 0) {
            return Estimate.none("no mature task with a known cost");
        }
        if (cost.n() == 1) {
            return new Estimate(cost.mean(), null, null, "one task has no bounds");
        }
        double half = MeanInterval.of(cost.n(), cost.variance(), Risks.SHOWN, MeanInterval.EXPECTED_TASKS)
                .halfOneSided();
        return new Estimate(cost.mean(), Math.max(0, cost.mean() - half), cost.mean() + half, null);
    }

    private static Estimate perSuccess(Success success) {
        CostPerSuccess perSuccess = CostPerSuccess.of(success.costAndOutcome());
        if (perSuccess == null) {
            return Estimate.none(
                    success.costAndOutcome().x().sum() < CostPerSuccess.FEWEST_SUCCESSES
                            ? "fewer than 20 successes"
                            : "the tasks cost nothing");
        }
        LogRatio log = perSuccess.log();
        double half = log.half(Risks.SHOWN);
        return new Estimate(perSuccess.value(), Math.exp(log.theta() - half), Math.exp(log.theta() + half), null);
    }

    private static Estimate share(long events, long tasks, String whyNone) {
        return rate((double) events, tasks, whyNone);
    }

    private static Estimate rate(double events, long tasks, String whyNone) {
        if (tasks == 0) {
            return Estimate.none(whyNone);
        }
        BetaBinomial.Interval interval = BetaBinomial.interval(events, (double) tasks, Risks.SHOWN);
        return new Estimate(events / tasks, interval.lower(), interval.upper(), null);
    }

    private static Estimate quantile(OrderStatistics sample, double p) {
        if (sample.n() == 0) {
            return Estimate.none("no latency");
        }
        QuantileInterval.Ranks ranks = QuantileInterval.ranks(sample.n(), p, Risks.SHOWN);
        Double value = sample.at(QuantileInterval.pointRank(sample.n(), p));
        Double low = ranks.lower() == 0 ? (Double) 0.0 : sample.at(ranks.lower());
        Double high = sample.at(ranks.upper());
        return new Estimate(value, low, high, high == null ? "too few tasks for an upper bound" : null);
    }

    /** Missing outcomes counted against the challenger: 0 for it, 1 for the primary. */
    private static Estimate worstCase(Arm arm, ArmSummary summary) {
        if (summary.outcomesKnown() == 0) {
            return Estimate.none("no outcome");
        }
        long missing = summary.outcomeTasks() - summary.outcomesKnown();
        double sum = summary.outcomeSum() + (arm == Arm.PRIMARY ? missing : 0);
        return rate(sum, summary.outcomeTasks(), "no outcome");
    }
}
