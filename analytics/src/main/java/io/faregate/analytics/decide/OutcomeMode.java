package io.faregate.analytics.decide;

/** What counts as a task's success. */
public enum OutcomeMode {
    /** Feedback once an epoch has it for 20 tasks an arm, fixed at the first evaluation that could decide. */
    AUTO("auto"),
    /** Success is the absence of an error, known for every task. */
    TECHNICAL("technical"),
    /** Only tasks with feedback count. */
    FEEDBACK("feedback"),
    /** A task without feedback counts as failed. */
    MISSING_IS_FAILURE("missing_is_failure");

    private final String wireName;

    OutcomeMode(String wireName) {
        this.wireName = wireName;
    }

    /** The name in configuration and answers. */
    public String wireName() {
        return wireName;
    }
}
