package io.faregate.analytics.judge;

import io.faregate.analytics.decide.Bounds;
import io.faregate.analytics.decide.Estimate;
import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.decide.Guard;
import io.faregate.analytics.decide.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one statement stood at one time: the very bounds that the rule compares, so that a picture of them crosses a line
 * exactly where the verdict changes. Immutable.
 *
 * @param name of the statement
 * @param state how it stood
 * @param value the difference itself, challenger less primary; null when it cannot be said
 * @param bound what is held against the margin for a promotion
 * @param guard what is held against the limit for a rollback
 */
public record Step(
        String name,
        Statement.State state,
        @Nullable Double value,
        @Nullable Double bound,
        @Nullable Double guard) {

    /** The statements of an evaluation but for latency, which does not add up over time. */
    static List<Step> of(Evaluation evaluation) {
        Bounds bounds = evaluation.bounds();
        List<Step> steps = new ArrayList<>();
        for (Statement statement : evaluation.statements()) {
            String name = statement.name();
            if (name.equals(Guard.COST.statement())) {
                steps.add(step(statement, evaluation.relativeCost().value(), bounds.rollbackCostLower()));
            } else if (name.equals(Guard.SUCCESS.statement())) {
                steps.add(step(
                        statement,
                        less(
                                evaluation.challenger().successRate(),
                                evaluation.primary().successRate()),
                        bounds.rollbackSuccessUpper()));
            } else if (name.equals(Guard.ERROR.statement())) {
                steps.add(step(
                        statement,
                        less(
                                evaluation.challenger().errorRate(),
                                evaluation.primary().errorRate()),
                        bounds.rollbackErrorLower()));
            } else if (name.equals(Guard.FALLTHROUGH.statement())) {
                steps.add(step(
                        statement,
                        less(
                                evaluation.challenger().fallthroughRate(),
                                evaluation.primary().fallthroughRate()),
                        bounds.rollbackFallthroughLower()));
            }
        }
        return steps;
    }

    private static Step step(Statement statement, @Nullable Double value, @Nullable Double guard) {
        return new Step(statement.name(), statement.state(), value, statement.bound(), guard);
    }

    private static @Nullable Double less(Estimate challenger, Estimate primary) {
        Double c = challenger.value();
        Double p = primary.value();
        return c == null || p == null ? null : (Double) (c - p);
    }
}
