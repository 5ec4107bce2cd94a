package io.faregate.router.limits;

import io.faregate.router.catalog.Candidate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The limits in force: of each key slot by its provider's rules, and of each target by its own, kept by name, so that
 * what was used outlives a reload. Thread-safe.
 */
public final class LimitBook {
    private volatile Edition edition = new Edition(Map.of(), Map.of(), new ConcurrentHashMap<>());
    private volatile @Nullable PermitSource source;
    private volatile Map<String, Long> heard = Map.of();

    /** Shares all limits with other processes; before the first call. */
    public void share(PermitSource permits) {
        source = permits;
    }

    /** Tells what this process says of each limit that it shares. For the one who talks to the store. */
    public void state(long nowNanos, long nowMillis, PermitVisitor visitor) {
        edition.limits.forEach((name, limits) -> limits.state(name.text(), nowNanos, nowMillis, visitor));
    }

    /** Whether any rule asks for a pause between calls. */
    public boolean pauses() {
        return edition.pauses;
    }

    /** Tells each pause that runs because this process has called. */
    public void pauses(long nowNanos, PauseVisitor visitor) {
        edition.limits.forEach((name, limits) -> limits.pause(name.text(), nowNanos, visitor));
    }

    /** Takes up the pauses that run because others have called, also of limits that nobody here has used yet. */
    public void waitUntil(Map<String, Long> endNanosByName) {
        heard = Map.copyOf(endNanosByName);
        edition.limits.forEach((name, limits) -> {
            Long end = endNanosByName.get(name.text());
            if (end != null) {
                limits.waitUntil(end);
            }
        });
    }

    /** Drops what is held of shared limits. */
    public void drain() {
        edition.limits.values().forEach(RateLimits::drain);
    }

    /**
     * Puts other rules in force. Limits whose rules stay go on as they are; others remember what was used.
     *
     * @param providers rules by the name of a provider; each of its key slots is held to them by itself
     * @param targets rules by the name of a target, that hold besides those of its provider
     */
    public void replace(
            Map<String, LimitRules> providers, Map<String, LimitRules> targets, long nowNanos, long nowMillis) {
        Edition former = edition;
        ConcurrentMap<Name, RateLimits> kept = new ConcurrentHashMap<>();
        former.limits.forEach((name, limits) -> {
            LimitRules rules = (name.ofTarget() ? targets : providers).get(name.owner());
            if (rules != null) {
                kept.put(name, rules.equals(limits.rules()) ? limits : limits.under(rules, nowNanos, nowMillis));
            }
        });
        edition = new Edition(Map.copyOf(providers), Map.copyOf(targets), kept);
    }

    /** Another one whenever other rules are in force. */
    Object edition() {
        return edition;
    }

    /** What a candidate is held to; worth keeping until rules are replaced, since it is found by name. */
    public CandidateLimits of(Candidate candidate, long nowNanos) {
        Edition now = edition;
        String slot = candidate.slot().name();
        String target = candidate.target().name();
        String provider = candidate.target().provider().name();
        LimitRules providerRules = now.providers.get(provider);
        LimitRules targetRules = now.targets.get(target);
        return new CandidateLimits(
                providerRules == null ? null : limits(now, new Name(false, provider, slot), providerRules, nowNanos),
                targetRules == null ? null : limits(now, new Name(true, target, slot), targetRules, nowNanos));
    }

    /** What one key slot of a provider is held to, or null when nothing limits it. */
    public @Nullable RateLimits of(String provider, String slot, long nowNanos) {
        Edition now = edition;
        LimitRules rules = now.providers.get(provider);
        return rules == null ? null : limits(now, new Name(false, provider, slot), rules, nowNanos);
    }

    private record Name(boolean ofTarget, String owner, String slot) {
        /** One text for each name. */
        String text() {
            return (ofTarget ? "target:" : "provider:") + plain(owner) + ':' + plain(slot);
        }

        private static String plain(String part) {
            return part.replace("%", "%25").replace(":", "%3A");
        }
    }

    private record Edition(
            Map<String, LimitRules> providers,
            Map<String, LimitRules> targets,
            ConcurrentMap<Name, RateLimits> limits,
            boolean pauses) {
        Edition(
                Map<String, LimitRules> providers,
                Map<String, LimitRules> targets,
                ConcurrentMap<Name, RateLimits> limits) {
            this(providers, targets, limits, pause(providers) || pause(targets));
        }

        private static boolean pause(Map<String, LimitRules> rules) {
            return rules.values().stream().anyMatch(rule -> rule.cooldownNanos() > 0);
        }
    }

    private RateLimits limits(Edition now, Name name, LimitRules rules, long nowNanos) {
        RateLimits known = now.limits.get(name);
        if (known != null) {
            return known;
        }
        PermitSource from = source;
        RateLimits fresh = new RateLimits(rules, nowNanos, from == null ? null : new LimitShare(from, nowNanos));
        RateLimits other = now.limits.putIfAbsent(name, fresh);
        if (other != null) {
            return other;
        }
        // After it can be found: what is heard from now on is told to it.
        Long end = heard.get(name.text());
        if (end != null) {
            fresh.waitUntil(end);
        }
        return fresh;
    }
}
