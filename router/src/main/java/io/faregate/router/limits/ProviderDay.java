package io.faregate.router.limits;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;

/** Where a provider's day of requests begins: at midnight UTC, but for those who say otherwise. */
public final class ProviderDay {
    private static final Map<String, ZoneId> ELSEWHERE = Map.of("gemini", ZoneId.of("America/Los_Angeles"));

    private ProviderDay() {}

    /** The zone of a provider's days. */
    public static ZoneId zone(String provider) {
        return ELSEWHERE.getOrDefault(provider, ZoneOffset.UTC);
    }
}
