package io.faregate.analytics.judge;

import io.faregate.analytics.decide.DecisionRule;
import io.faregate.analytics.decide.EpochState;
import io.faregate.analytics.decide.Estimate;
import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Standing;
import io.faregate.analytics.query.HistoryQuery;
import io.faregate.analytics.query.Records.Said;
import java.util.ArrayList;
import java.util.List;

/**
 * Intervals and decisions over time. The intervals are recomputed from the rows that are there now; the verdict is the
 * recorded one where one was recorded by then, since a record is what was decided, else the recomputed one. Pure.
 */
public final class History {
    private History() {}

    /**
     * One time.
     *
     * @param tasks mature tasks of both arms
     * @param relativeCost the relative cost with its bounds
     * @param verdict what was said, or would have been
     * @param recorded whether it was said
     * @param burnedIn whether there were tasks enough to decide
     * @param steps how each statement stood
     */
    public record Point(
            long tsMicros,
            long tasks,
            Estimate relativeCost,
            String verdict,
            boolean recorded,
            boolean burnedIn,
            List<Step> steps) {}

    /**
     * Evaluates the points in order, each starting from what the ones before settled.
     *
     * @param said recorded verdicts, oldest first
     */
    public static List<Point> of(List<HistoryQuery.Point> points, List<Said> said, Policy policy, Standing standing) {
        List<Point> history = new ArrayList<>();
        EpochState state = EpochState.NEW;
        int next = 0;
        String recorded = null;
        for (HistoryQuery.Point point : points) {
            Evaluation evaluation = DecisionRule.evaluate(point.summary(), policy, standing, state);
            state = evaluation.state();
            while (next < said.size() && said.get(next).tsMicros() <= point.tsMicros()) {
                recorded = said.get(next++).verdict();
            }
            history.add(new Point(
                    point.tsMicros(),
                    point.summary().matureTasks(),
                    evaluation.relativeCost(),
                    recorded == null ? evaluation.verdict().wireName() : recorded,
                    recorded != null,
                    evaluation.gates().burnedIn(),
                    Step.of(evaluation)));
        }
        return history;
    }
}
