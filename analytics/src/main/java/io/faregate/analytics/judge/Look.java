package io.faregate.analytics.judge;

import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.query.ArmTargets;
import io.faregate.analytics.query.Cohort;
import org.jspecify.annotations.Nullable;

/**
 * One look at a route's experiment.
 *
 * @param route the route
 * @param experiment the experiment's name; empty if it has none
 * @param cohort the sums
 * @param evaluation what the rule says of them
 * @param recordId the record that holds this verdict; null where there is nothing to record yet
 */
public record Look(
        String route,
        String experiment,
        Cohort cohort,
        Evaluation evaluation,
        @Nullable String recordId) {
    /** The targets of the arms, as the rows tell. */
    ArmTargets targets() {
        return new ArmTargets(cohort.primary().target(), cohort.challenger().target());
    }
}
