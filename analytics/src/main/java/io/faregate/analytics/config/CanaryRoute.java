package io.faregate.analytics.config;

import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Ramp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A route with a canary, as the file has it. Immutable.
 *
 * @param route its name
 * @param targets the route's targets in order, the first is the primary
 * @param challenger the target under test
 * @param percent its share, 0 to 100
 * @param experiment the salt of the assignment
 * @param auto whether a verdict is acted upon without a person
 * @param ramp the steps that {@code auto} takes
 * @param policy what it must show
 */
public record CanaryRoute(
        String route,
        List<String> targets,
        @Nullable String challenger,
        double percent,
        String experiment,
        boolean auto,
        Ramp ramp,
        Policy policy) {

    /** The target that the file calls the primary; null when it names none. */
    public @Nullable String primary() {
        return targets.isEmpty() ? null : targets.get(0);
    }

    /** Whether these arms are the file's with their roles exchanged: the check after a promotion. */
    public boolean exchanged(@Nullable String runningPrimary, @Nullable String runningChallenger) {
        return challenger != null
                && challenger.equals(runningPrimary)
                && primary() != null
                && runningChallenger != null
                && runningChallenger.equals(primary());
    }
}
