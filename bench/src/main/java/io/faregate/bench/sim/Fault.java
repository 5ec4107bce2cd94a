package io.faregate.bench.sim;

import java.util.Locale;

/** How a call to the simulated provider can fail. */
public enum Fault {
    /** 500 with an error object. */
    ERROR_500,
    /** 429 with {@code Retry-After}. */
    RATE_LIMIT_429,
    /** The request is read and never answered. */
    HANG,
    /** The answer breaks off: a stream after half of its chunks, a plain body after half of its bytes. */
    CUT,
    /** A 200 whose stream carries an error event first; a plain answer is an error object in a 200. */
    ERROR_EVENT;

    /** The name in settings: lower case. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Fault ofKey(String key) {
        for (Fault fault : values()) {
            if (fault.key().equals(key)) {
                return fault;
            }
        }
        throw new IllegalArgumentException(
                "unknown failure " + key + ", expected one of error_500, rate_limit_429, hang, cut, error_event");
    }
}
