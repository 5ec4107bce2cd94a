package io.faregate.router.spend;

/** Whose spend a budget bounds. */
public enum Scope {
    GLOBAL("global"),
    KEY("key"),
    ROUTE("route");

    private final String key;

    Scope(String key) {
        this.key = key;
    }

    /** The name in answers and metrics. */
    public String key() {
        return key;
    }
}
