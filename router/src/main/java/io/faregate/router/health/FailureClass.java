package io.faregate.router.health;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The kinds of failure, each with what follows from it by default. The table of the failure policy, as data. */
public enum FailureClass {
    CONNECTION(true, 20, Scope.TARGET, 502, "upstream_unreachable"),
    TIMEOUT(true, 600, Scope.TARGET, 504, "upstream_timeout"),
    RPM(true, 60, Scope.SLOT_MODEL, 429, "rate_limited"),
    RATE_LIMITED(true, 30, Scope.SLOT_MODEL, 429, "rate_limited"),
    QUEUE_FULL(true, 15, Scope.SLOT_MODEL, 429, "queue_full"),
    QUOTA_EXHAUSTED(true, 600, Scope.SLOT, 429, "upstream_quota"),
    UPSTREAM_5XX(true, 20, Scope.TARGET, 502, "upstream_error"),
    AUTH(true, 600, Scope.SLOT, 502, "upstream_auth"),
    MODEL_MISSING(true, 600, Scope.TARGET_MODEL, 404, "model_not_found"),
    CONTEXT_LENGTH(true, 0, Scope.TARGET, 400, "context_length_exceeded"),
    CONTENT_POLICY(false, 0, Scope.TARGET, 400, null),
    BAD_REQUEST(false, 0, Scope.TARGET, 0, null);

    /** Whom a bench of the class holds back. */
    public enum Scope {
        SLOT,
        SLOT_MODEL,
        TARGET,
        TARGET_MODEL
    }

    private final boolean movesOn;
    private final int benchSeconds;
    private final Scope scope;
    private final int clientStatus;
    private final @Nullable String clientCode;

    FailureClass(boolean movesOn, int benchSeconds, Scope scope, int clientStatus, @Nullable String clientCode) {
        this.movesOn = movesOn;
        this.benchSeconds = benchSeconds;
        this.scope = scope;
        this.clientStatus = clientStatus;
        this.clientCode = clientCode;
    }

    /** The name in configuration, rows and answers. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the next target is tried unless the configuration says otherwise. */
    public boolean movesOn() {
        return movesOn;
    }

    /** The bench unless configured or told otherwise; 0 benches nobody. */
    public int benchSeconds() {
        return benchSeconds;
    }

    /** Whom the bench holds back. */
    public Scope scope() {
        return scope;
    }

    /** What the client sees if this is the last failure; 0 is the provider's own status. */
    public int clientStatus() {
        return clientStatus;
    }

    /** The error code the client sees if this is the last failure; null is the provider's own. */
    public @Nullable String clientCode() {
        return clientCode;
    }

    /** The class of that name, or null. */
    public static @Nullable FailureClass of(String key) {
        for (FailureClass failureClass : values()) {
            if (failureClass.key().equals(key)) {
                return failureClass;
            }
        }
        return null;
    }
}
