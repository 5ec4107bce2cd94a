package io.faregate.analytics.decide;

/** What an evaluation says, in the order in which the rule looks. */
public enum Verdict {
    /** A guard is broken beyond doubt. */
    ROLLBACK("rollback"),
    /** The data cannot be trusted while its cause lasts. */
    BLOCKED("blocked"),
    /** Every statement is proven. */
    PROMOTE("promote"),
    /** The promised saving is ruled out. */
    STOP_NO_SAVING("stop_no_saving"),
    /** The time is up without a proof; the primary stays. */
    STOP_INCONCLUSIVE("stop_inconclusive"),
    /** More tasks are needed. */
    CONTINUE("continue");

    private final String wireName;

    Verdict(String wireName) {
        this.wireName = wireName;
    }

    /** The name in answers and records. */
    public String wireName() {
        return wireName;
    }

    /** Whether the verdict stays for the rest of its epoch. */
    public boolean latches() {
        return this != BLOCKED && this != CONTINUE;
    }
}
