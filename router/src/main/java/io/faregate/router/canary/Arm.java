package io.faregate.router.canary;

/** The two sides of an experiment. */
public enum Arm {
    PRIMARY("primary"),
    CHALLENGER("challenger");

    private final String key;

    Arm(String key) {
        this.key = key;
    }

    /** The name in headers, rows and answers. */
    public String key() {
        return key;
    }
}
