package io.faregate.router.config;

import io.faregate.router.config.RouterConfig.Analytics;
import io.faregate.router.config.RouterConfig.Telemetry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The keys that are read once, at the start: what is changed in them waits for a restart. Stateless. */
public final class RestartKeys {
    private RestartKeys() {}

    /** Those whose values differ between what a process began with and another configuration, in order. */
    public static List<String> changed(RouterConfig began, RouterConfig now) {
        List<String> changed = new ArrayList<>();
        differ(changed, "server.host", began.server().host(), now.server().host());
        differ(changed, "server.port", began.server().port(), now.server().port());
        differ(
                changed,
                "budgets.time_zone",
                began.budgets().timeZone(),
                now.budgets().timeZone());
        differ(changed, "usage.dir", began.usage().dir(), now.usage().dir());
        differ(changed, "usage.stdout", began.usage().stdout(), now.usage().stdout());
        analytics(changed, began.analytics(), now.analytics());
        differ(changed, "shared.redis", began.redisUrl(), now.redisUrl());
        telemetry(changed, began.telemetry(), now.telemetry());
        return List.copyOf(changed);
    }

    /** Most are the analytics service's, which takes up all its other keys. */
    private static void analytics(List<String> changed, Analytics began, Analytics now) {
        differ(changed, "analytics.host", began.host(), now.host());
        differ(changed, "analytics.port", began.port(), now.port());
        differ(changed, "analytics.database", began.database(), now.database());
        differ(changed, "analytics.url", began.url(), now.url());
        differ(changed, "analytics.admin_key_env", began.adminKeyEnv(), now.adminKeyEnv());
    }

    private static void telemetry(List<String> changed, Telemetry began, Telemetry now) {
        differ(changed, "telemetry.genai_semconv", began.latestNames(), now.latestNames());
        differ(changed, "telemetry.otlp_endpoint", began.otlpEndpoint(), now.otlpEndpoint());
        differ(changed, "telemetry.sample_ratio", began.sampleRatio(), now.sampleRatio());
    }

    private static void differ(List<String> changed, String key, @Nullable Object began, @Nullable Object now) {
        if (!Objects.equals(began, now)) {
            changed.add(key);
        }
    }
}
