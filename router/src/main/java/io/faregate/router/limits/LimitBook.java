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

    /** Shares all limits with other processes; before the first call. */
    public void share(PermitSource permits) {
        source = permits;
    }

    /** Tells what this process says of each limit that it shares. For the one who talks to the store. */
    public void state(long nowNanos, long nowMillis, PermitVisitor visitor) {
        edition.limits.forEach((name, limits) -> limits.state(name.text(), nowNanos, nowMillis, visitor));
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
                providerRules == null
                        ? null
                        : now.limits(new Name(false, provider, slot), providerRules, nowNanos, source),
                targetRules == null ? null : now.limits(new Name(true, target, slot), targetRules, nowNanos, source));
    }

    /** What one key slot of a provider is held to, or null when nothing limits it. */
    public @Nullable RateLimits of(String provider, String slot, long nowNanos) {
        Edition now = edition;
        LimitRules rules = now.providers.get(provider);
        return rules == null ? null : now.limits(new Name(false, provider, slot), rules, nowNanos, source);
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
            ConcurrentMap<Name, RateLimits> limits) {
        RateLimits limits(Name name, LimitRules rules, long nowNanos, @Nullable PermitSource source) {
            RateLimits known = limits.get(name);
            if (known != null) {
                return known;
            }
            LimitShare share = source == null ? null : new LimitShare(source, nowNanos);
            RateLimits fresh = new RateLimits(rules, nowNanos, share);
            RateLimits other = limits.putIfAbsent(name, fresh);
            return other == null ? fresh : other;
        }
    }
}
