package io.faregate.analytics.decide;

/** How much the latency statement asks of a promotion. */
public enum LatencyProof {
    /** Not proven worse than the margin. */
    POINT("point"),
    /** Proven within the margin. */
    STRICT("strict");

    private final String wireName;

    LatencyProof(String wireName) {
        this.wireName = wireName;
    }

    /** The name in configuration and answers. */
    public String wireName() {
        return wireName;
    }
}
