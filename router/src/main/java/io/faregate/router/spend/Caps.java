package io.faregate.router.spend;

/**
 * The caps one budget holder (everybody, a key, a route) may have, in picodollars.
 *
 * @param perRequestPicoUsd for one request with all its attempts, or {@link #NONE}
 * @param dailyPicoUsd for a calendar day, or {@link #NONE}
 * @param perTaskPicoUsd for one task, or {@link #NONE}
 */
public record Caps(long perRequestPicoUsd, long dailyPicoUsd, long perTaskPicoUsd) {
    /** No cap; 0 is a cap. */
    public static final long NONE = -1;

    /** No caps at all. */
    public static final Caps UNCAPPED = new Caps(NONE, NONE, NONE);
}
