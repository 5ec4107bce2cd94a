package io.faregate.analytics.decide;

/** The two arms of a canary; a task belongs to the arm that its first call was assigned to, whoever served it. */
public enum Arm {
    /** What the route served before. */
    PRIMARY("primary"),
    /** What is tried in its place. */
    CHALLENGER("challenger");

    private final String wireName;

    Arm(String wireName) {
        this.wireName = wireName;
    }

    /** The name in rows and answers. */
    public String wireName() {
        return wireName;
    }
}
