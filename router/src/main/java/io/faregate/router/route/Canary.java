package io.faregate.router.route;

import io.faregate.router.canary.CanarySplit;
import io.faregate.router.catalog.Candidate;
import java.math.BigDecimal;
import java.util.List;

/**
 * A running experiment on a route. Immutable.
 *
 * @param challenger its candidates, one a key slot
 * @param percent share of tasks, 0 to 100
 * @param experiment the salt of the assignment; a new name is a new experiment
 * @param auto whether a verdict may be acted on without a person
 * @param ramp the percentages that auto takes one after the other
 * @param split which task belongs to which arm
 */
public record Canary(
        List<Candidate> challenger,
        BigDecimal percent,
        String experiment,
        boolean auto,
        List<BigDecimal> ramp,
        CanarySplit split) {
    /** An experiment whose split follows from its name and share. */
    public Canary(
            List<Candidate> challenger, BigDecimal percent, String experiment, boolean auto, List<BigDecimal> ramp) {
        this(challenger, percent, experiment, auto, ramp, new CanarySplit(experiment, percent));
    }
}
