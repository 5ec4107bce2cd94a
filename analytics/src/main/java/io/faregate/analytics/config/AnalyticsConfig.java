package io.faregate.analytics.config;

import io.faregate.analytics.decide.Policy;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the analytics service. Immutable; the admin key is never printed.
 *
 * @param host where it listens
 * @param port 0 for any free one
 * @param database the DuckDB file
 * @param usageDir where the row files are
 * @param routers whom to tell of a promotion
 * @param adminKey what a caller must show to act, and to read from elsewhere than this machine; null without one
 * @param webhooks whom to tell of incidents
 * @param keepDays how many whole days rows stay in the database before they are archived
 * @param policy what a canary must show unless its route says otherwise
 * @param routes the routes with a canary, by name
 * @param budgets the daily caps, to be shown
 */
public record AnalyticsConfig(
        String host,
        int port,
        Path database,
        Path usageDir,
        List<URI> routers,
        @Nullable String adminKey,
        List<Webhook> webhooks,
        int keepDays,
        Policy policy,
        Map<String, CanaryRoute> routes,
        DayBudgets budgets) {

    /** What a route's canary must show: its own policy, else the general one. */
    public Policy policy(String route) {
        CanaryRoute configured = routes.get(route);
        return configured == null ? policy : configured.policy();
    }

    @Override
    public String toString() {
        return "AnalyticsConfig[host=" + host + ", port=" + port + ", database=" + database + ", usageDir=" + usageDir
                + "]";
    }
}
