package io.faregate.router.config;

import io.faregate.router.catalog.Price;
import io.faregate.router.health.BenchPolicy;
import io.faregate.router.limits.LimitRules;
import io.faregate.router.route.Mode;
import io.faregate.router.route.UnpricedStrategy;
import io.faregate.router.spend.Caps;
import java.math.BigDecimal;
import java.net.URI;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A configuration as written, defaults filled in, variables replaced; names are not resolved yet and no secret is in
 * it. Immutable.
 *
 * @param providers by name, in the order of the file
 * @param targets null when the file has none: then every registered provider is one
 * @param aliases what each further name stands for
 * @param limits by the name of a provider or target
 * @param unavailable providers and targets that are left out
 * @param redisUrl where replicas share their state, or null
 */
public record RouterConfig(
        Server server,
        @Nullable Auth auth,
        Map<String, ProviderEntry> providers,
        Strategy strategy,
        @Nullable List<TargetEntry> targets,
        Map<String, RouteEntry> routes,
        Map<String, String> aliases,
        Budgets budgets,
        Map<String, LimitEntry> limits,
        BenchPolicy benchPolicy,
        List<String> unavailable,
        UsageFiles usage,
        CatalogOptions catalog,
        Analytics analytics,
        @Nullable String redisUrl,
        Telemetry telemetry) {
    /** Whether everybody may call every provider, without a cap, by this. */
    public boolean saysNothing() {
        return targets == null
                && routes.isEmpty()
                && auth == null
                && budgets.caps().equals(Caps.UNCAPPED);
    }

    RouterConfig withAuth(Auth other) {
        return with(other, routes, budgets);
    }

    RouterConfig withRoutes(Map<String, RouteEntry> others) {
        return with(auth, others, budgets);
    }

    RouterConfig withBudgets(Budgets others) {
        return with(auth, routes, others);
    }

    private RouterConfig with(@Nullable Auth otherAuth, Map<String, RouteEntry> otherRoutes, Budgets otherBudgets) {
        return new RouterConfig(
                server,
                otherAuth,
                providers,
                strategy,
                targets,
                otherRoutes,
                aliases,
                otherBudgets,
                limits,
                benchPolicy,
                unavailable,
                usage,
                catalog,
                analytics,
                redisUrl,
                telemetry);
    }

    /**
     * What the router tells of itself to others.
     *
     * @param latestNames whether the newest names of the conventions are used
     * @param otlpEndpoint where traces go over OTLP/HTTP, or null for none
     * @param sampleRatio the share of traces that are kept of those that begin here
     */
    public record Telemetry(boolean latestNames, @Nullable URI otlpEndpoint, double sampleRatio) {}

    /** Where the router listens and what it takes. */
    public record Server(String host, int port, long maxBodyBytes, long drainNanos) {}

    /** Who may call. */
    public record Auth(String adminKeyEnv, List<KeyEntry> keys) {}

    /**
     * A virtual key.
     *
     * @param routes the routes it may use, empty for all
     */
    public record KeyEntry(String name, String keyEnv, List<String> routes, Caps caps) {}

    /** A provider, or the fields of a built-in one that are to change; null fields are not written. */
    public record ProviderEntry(
            @Nullable URI baseUrl,
            @Nullable String apiKeyEnv,
            @Nullable String dialect) {}

    /** The default route. */
    public record Strategy(Mode mode, UnpricedStrategy unpriced, List<RuleEntry> rules) {}

    /**
     * A target.
     *
     * @param model what a named route asks it for, or null
     * @param modelMap names of clients to names of the provider
     * @param price the parts that replace the catalog's, or null
     * @param capabilities a mask that replaces the catalog's, or null
     * @param maxContextTokens replaces the catalog's, or {@link io.faregate.router.catalog.Candidate#UNKNOWN}
     */
    public record TargetEntry(
            String name,
            String virtualKey,
            @Nullable String model,
            Map<String, String> modelMap,
            List<String> models,
            int weight,
            @Nullable PriceEntry price,
            boolean trustProviderCost,
            @Nullable Integer capabilities,
            long maxContextTokens,
            long maxOutputTokens,
            Retry retry,
            Timeouts timeouts,
            Concurrency concurrency) {
        /** Whether it names what it serves; else it serves every catalog model of its provider. */
        public boolean namesModels() {
            return model != null || !modelMap.isEmpty() || !models.isEmpty();
        }
    }

    /** Prices that go before the catalog's; unknown rates keep the catalog's, so do null tiers. */
    public record PriceEntry(Price.Rates rates, @Nullable List<Price.Tier> tiers, long multiplierPpm) {}

    /** Calls again on the same target. */
    public record Retry(int attempts, List<Integer> statuses, long initialBackoffNanos) {}

    /** How long to wait for what. */
    public record Timeouts(long connectNanos, long firstTokenNanos, long idleNanos, long totalNanos) {}

    /** Calls at one time and calls that wait. */
    public record Concurrency(long max, long queue) {}

    /**
     * A named route.
     *
     * @param deadlineNanos {@link Long#MAX_VALUE} without one
     */
    public record RouteEntry(
            Mode mode,
            List<String> targets,
            List<RuleEntry> rules,
            @Nullable CanaryEntry canary,
            long deadlineNanos,
            boolean continueStreams,
            boolean holdStreams,
            Caps caps,
            boolean annotate,
            boolean strict) {
        RouteEntry withTargets(List<String> others) {
            return with(others, canary, caps);
        }

        RouteEntry withCanary(CanaryEntry other) {
            return with(targets, other, caps);
        }

        RouteEntry withCaps(Caps others) {
            return with(targets, canary, others);
        }

        private RouteEntry with(List<String> otherTargets, @Nullable CanaryEntry otherCanary, Caps otherCaps) {
            return new RouteEntry(
                    mode,
                    otherTargets,
                    rules,
                    otherCanary,
                    deadlineNanos,
                    continueStreams,
                    holdStreams,
                    otherCaps,
                    annotate,
                    strict);
        }
    }

    /** A rule: what must hold, by word, and the targets that then serve. */
    public record RuleEntry(Map<String, String> when, List<String> targets) {}

    /** An experiment. */
    public record CanaryEntry(
            String challenger, BigDecimal percent, String experiment, boolean auto, List<BigDecimal> ramp) {
        CanaryEntry with(String otherChallenger, BigDecimal otherPercent) {
            return new CanaryEntry(otherChallenger, otherPercent, experiment, auto, ramp);
        }
    }

    /** Caps for everybody and what goes with them. */
    public record Budgets(Caps caps, ZoneId timeZone, boolean clamp, boolean allowUnpriced) {
        Budgets withCaps(Caps others) {
            return new Budgets(others, timeZone, clamp, allowUnpriced);
        }
    }

    /**
     * Limits of a provider or target; {@link #UNLIMITED} where none is written, 0 lets nothing through.
     *
     * @param maxContextTokens prompt and answer together
     * @param cooldownNanos pause between two calls
     */
    public record LimitEntry(long rpm, long rpd, long tpm, long maxContextTokens, long cooldownNanos) {
        /** No limit. */
        public static final long UNLIMITED = -1;

        /** No limits at all. */
        public static final LimitEntry NONE = new LimitEntry(UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED);

        /** The rules that the router keeps, with days that begin at midnight of the zone. */
        public LimitRules rules(ZoneId zone) {
            return new LimitRules(rpm, rpd, tpm, Math.max(0, cooldownNanos), zone);
        }

        /** These limits, with those of another where none is written. */
        public LimitEntry over(LimitEntry defaults) {
            return new LimitEntry(
                    rpm < 0 ? defaults.rpm : rpm,
                    rpd < 0 ? defaults.rpd : rpd,
                    tpm < 0 ? defaults.tpm : tpm,
                    maxContextTokens < 0 ? defaults.maxContextTokens : maxContextTokens,
                    cooldownNanos < 0 ? defaults.cooldownNanos : cooldownNanos);
        }
    }

    /** Where rows go. */
    public record UsageFiles(String dir, boolean stdout) {}

    /**
     * How the price book is used.
     *
     * @param overlay the file that adds and replaces entries
     * @param overlayWritten whether the file was named, or is the default that need not exist
     */
    public record CatalogOptions(String overlay, boolean overlayWritten, boolean allowTraining, boolean allowRetired) {}

    /**
     * What the router knows of the analytics service.
     *
     * @param url where rows are pushed to, or null
     */
    public record Analytics(
            String host,
            int port,
            String database,
            @Nullable String url,
            List<String> routers,
            String adminKeyEnv) {}
}
