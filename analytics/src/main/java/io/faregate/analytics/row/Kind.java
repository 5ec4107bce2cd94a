package io.faregate.analytics.row;

/** What a field of a row holds, and so how strictly it is read. */
public enum Kind {
    /** A JSON string. */
    TEXT,
    /** An RFC 3339 time; kept as microseconds since 1970, UTC. */
    TIME,
    /** A whole number from 0 up. */
    COUNT,
    /** Dollars; kept as picodollars. */
    MONEY,
    /** A finite number that is neither money nor a count. */
    NUMBER,
    /** true or false. */
    FLAG,
    /** Any JSON value; kept as its text. */
    JSON
}
