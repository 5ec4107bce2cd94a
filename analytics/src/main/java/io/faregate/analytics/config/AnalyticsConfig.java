package io.faregate.analytics.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the analytics service. Immutable; the admin key is never printed.
 *
 * @param host where it listens
 * @param port 0 for any free one
 * @param database the DuckDB file
 * @param usageDir where the row files are
 * @param namedRouters whom to tell of a promotion; null when the file says nothing of them
 * @param ownRouters where the router of the same file listens, whom to tell when none are named; at most one
 * @param adminKey what a caller must show to act, and to read from elsewhere than this machine; null without one
 * @param webhooks whom to tell of incidents
 * @param keepDays how many whole days rows stay in the database before they are archived
 * @param canaries the routes with a canary, and what they must show
 * @param budgets the daily caps, to be shown
 */
public record AnalyticsConfig(
        String host,
        int port,
        Path database,
        Path usageDir,
        @Nullable List<URI> namedRouters,
        List<URI> ownRouters,
        @Nullable String adminKey,
        List<Webhook> webhooks,
        int keepDays,
        Canaries canaries,
        DayBudgets budgets) {

    /** Whom to tell of a promotion. */
    public List<URI> routers() {
        return namedRouters == null ? ownRouters : namedRouters;
    }

    /**
     * What another file says, as far as it can be taken up while the service runs. The router listens where it did at
     * its start and its budgets' day begins when it did, whatever the file says since: the admin key goes there and
     * nowhere else.
     */
    AnalyticsConfig with(AnalyticsConfig file) {
        return new AnalyticsConfig(
                host,
                port,
                database,
                usageDir,
                file.namedRouters,
                ownRouters,
                adminKey,
                file.webhooks,
                file.keepDays,
                file.canaries,
                new DayBudgets(budgets.zone(), file.budgets.capPicoUsd()));
    }

    @Override
    public String toString() {
        return "AnalyticsConfig[host=" + host + ", port=" + port + ", database=" + database + ", usageDir=" + usageDir
                + "]";
    }
}
