package io.faregate.analytics.decide;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shares through which a canary grows. A share between two steps, or above the last, has the steps that are left.
 * Immutable.
 *
 * @param percents the steps, growing, each of 0 to 100; without one the verdict falls at whatever share there is
 */
public record Ramp(List<Double> percents) {
    /** No steps. */
    public static final Ramp NONE = new Ramp(List.of());

    /** Shares come from decimal percentages by a division; their last places say nothing. */
    private static final double ROUNDING = 1e-9;

    /** Copies the list. */
    public Ramp {
        percents = List.copyOf(percents);
    }

    /** How many epochs share the risk of a false rollback when it begins at this percentage. */
    public int epochs(double firstPercent) {
        boolean ownStep = percents.stream().noneMatch(step -> Math.abs(step - firstPercent) <= ROUNDING);
        return Math.max(1, percents.size() + (ownStep && !percents.isEmpty() ? 1 : 0));
    }

    /** The step after a percentage; null at the last and above. */
    public @Nullable Double after(double percent) {
        return percents.stream()
                .filter(step -> step > percent + ROUNDING)
                .findFirst()
                .orElse(null);
    }

    /** Whether a promotion may be judged at this percentage. */
    public boolean last(double percent) {
        return after(percent) == null;
    }
}
