package io.faregate.analytics.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.decide.ArmSummary;

/** The published counts and sums of an arm beside ours: counts exactly, sums to a relative 1e-9. */
public final class RowSetSums {
    private RowSetSums() {}

    /** Every count and sum of the arm is the published one. */
    public static void agree(JsonNode want, ArmSummary arm) {
        assertThat(arm.matureTasks()).isEqualTo(want.get("n_tasks").asLong());
        assertThat(arm.cost().n()).isEqualTo(want.get("n").asLong());
        close(arm.cost().y().sum(), want, "sum_y");
        close(arm.cost().y().sumOfSquares(), want, "sum_yy");
        close(arm.cost().x().sum(), want, "sum_x");
        close(arm.cost().x().sumOfSquares(), want, "sum_xx");
        close(
                arm.cost().cXY()
                        + arm.cost().n() * arm.cost().meanX() * arm.cost().meanY(),
                want,
                "sum_xy");
        close(arm.maxCostUsd(), want, "max_y");
        assertThat(arm.costMissing()).isEqualTo(want.get("n_cost_missing").asLong());
        assertThat(arm.outcomesKnown()).isEqualTo(want.get("n_outcome").asLong());
        close(arm.outcomeSum(), want, "sum_s");
        close(
                arm.feedback().cXY()
                        + arm.feedback().n()
                                * arm.feedback().meanX()
                                * arm.feedback().meanY(),
                want,
                "sum_ys");
        assertThat(arm.fallthroughs()).isEqualTo(want.get("k_fallthrough").asLong());
        assertThat(arm.errors()).isEqualTo(want.get("k_error").asLong());
        assertThat(arm.refusals()).isEqualTo(want.get("k_refused").asLong());
    }

    /** A figure is the published one of that name. */
    public static void close(double have, JsonNode want, String name) {
        double figure = want.get(name).asDouble();
        assertThat(have).as(name).isCloseTo(figure, within(1e-9 * Math.abs(figure) + 1e-18));
    }
}
