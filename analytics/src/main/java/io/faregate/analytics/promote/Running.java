package io.faregate.analytics.promote;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.query.ArmTargets;
import java.math.BigDecimal;

/**
 * A route's canary as a router has it in force. Immutable.
 *
 * @param experiment the salt of its assignment
 * @param percent the challenger's share, 0 to 100
 * @param primary the route's first target
 * @param challenger the target under test
 * @param auto whether the router's file leaves the promotion to the service
 */
public record Running(String experiment, BigDecimal percent, String primary, String challenger, boolean auto) {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /**
     * Reads a router's answer.
     *
     * @throws IllegalArgumentException naming the member that is not as expected
     */
    public static Running of(JsonNode answer) {
        JsonNode percent = answer.path("percent");
        if (!percent.isNumber()) {
            throw new IllegalArgumentException("percent: found " + percent + ", expected a number");
        }
        return new Running(
                text(answer, "experiment"),
                percent.decimalValue(),
                text(answer, "primary"),
                text(answer, "challenger"),
                text(answer, "promotion").equals("auto"));
    }

    /** Whether the challenger has no share. */
    public boolean off() {
        return percent.signum() == 0;
    }

    /** The challenger's share as a fraction. */
    public double share() {
        return percent.divide(HUNDRED).doubleValue();
    }

    /** The targets of its arms. */
    public ArmTargets arms() {
        return new ArmTargets(primary, challenger);
    }

    private static String text(JsonNode answer, String name) {
        JsonNode value = answer.path(name);
        if (!value.isTextual()) {
            throw new IllegalArgumentException(name + ": found " + value + ", expected a text");
        }
        return value.textValue();
    }
}
