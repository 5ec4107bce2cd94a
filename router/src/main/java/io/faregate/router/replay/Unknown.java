package io.faregate.router.replay;

/** Why a call is in none of the sums, as a person is told it. */
public enum Unknown {
    COST_THEN("their cost was not known then"),
    PRICE_NOW("the new configuration has no price for the model that served them"),
    NO_ROUTE("the new configuration does not know the model that was asked for"),
    NO_TARGET("no target of the new configuration could have served them"),
    RULES("the new route goes by rules over text or metadata, which rows do not hold"),
    ROUTED_PRICE("the target that they would have gone to has no known price for them");

    private final String words;

    Unknown(String words) {
        this.words = words;
    }

    /** What follows "calls are left out: ". */
    public String words() {
        return words;
    }
}
