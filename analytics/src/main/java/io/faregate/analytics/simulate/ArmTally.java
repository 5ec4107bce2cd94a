package io.faregate.analytics.simulate;

import io.faregate.analytics.decide.ArmSummary;
import io.faregate.analytics.decide.LatencyRanks;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Standing;
import io.faregate.analytics.stats.CoMoments;
import io.faregate.analytics.stats.Moments;

/** Running sums of one arm: what a query would return after each task. Confined to one run. */
final class ArmTally {
    long assigned;
    long entered;
    long failures;
    long errors;
    long fallthroughs;
    double maxCost;
    final LatencyTally latencies = new LatencyTally();

    private double meanY;
    private double m2Y;
    private double meanX;
    private double m2X;
    private double cXY;
    private double meanS;
    private double m2S;
    private double cYS;

    void enter(DrawnTask task) {
        entered++;
        double cost = task.cost();
        double stepY = cost - meanY;
        double stepX = task.size() - meanX;
        double outcome = task.failed() ? 0 : 1;
        double stepS = outcome - meanS;
        meanY += stepY / entered;
        meanX += stepX / entered;
        meanS += stepS / entered;
        m2Y += stepY * (cost - meanY);
        m2X += stepX * (task.size() - meanX);
        m2S += stepS * (outcome - meanS);
        cXY += stepX * (cost - meanY);
        cYS += stepS * (cost - meanY);
        failures += task.failed() ? 1 : 0;
        errors += task.error() ? 1 : 0;
        fallthroughs += task.fallthrough() ? 1 : 0;
        maxCost = Math.max(maxCost, cost);
        latencies.add(task.latencyMillis());
    }

    CoMoments cost() {
        return new CoMoments(entered, meanY, m2Y, meanX, m2X, cXY);
    }

    double successes() {
        return entered - failures;
    }

    ArmSummary summary(Policy policy, Standing standing) {
        CoMoments outcomes = new CoMoments(entered, meanY, m2Y, meanS, m2S, cYS);
        return new ArmSummary(
                assigned,
                entered,
                0,
                cost(),
                Moments.NONE,
                maxCost,
                0,
                errors,
                fallthroughs,
                0,
                CoMoments.NONE,
                entered,
                entered,
                entered,
                successes(),
                outcomes,
                Moments.NONE,
                latencies.at(LatencyRanks.needed(policy, standing, entered)));
    }
}
