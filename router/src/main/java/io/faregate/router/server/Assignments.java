package io.faregate.router.server;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Price;
import io.faregate.router.route.Canary;
import io.faregate.router.route.Route;
import io.faregate.router.route.RoutePlan;
import io.faregate.router.usage.EpochKey;
import io.faregate.router.usage.UsageRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What rows say of where a request was led. Made once for each route and arm of a configuration, and again when a dated
 * price of an experiment takes effect. Thread-safe.
 */
final class Assignments {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private final ConcurrentHashMap<Key, Dated> made = new ConcurrentHashMap<>();

    private record Key(
            String route, @Nullable Arm arm, @Nullable String target) {
        // By hand: what the compiler makes of it goes through method handles, which each call would pay.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key
                    && arm == key.arm
                    && route.equals(key.route)
                    && Objects.equals(target, key.target);
        }

        @Override
        public int hashCode() {
            return 31 * route.hashCode() + (arm == null ? Objects.hashCode(target) : arm.ordinal());
        }
    }

    /** An assignment and the moment until which it is right. */
    private record Dated(UsageRow.Assignment assignment, long untilMillis) {}

    UsageRow.Assignment of(RoutePlan plan, long nowMillis) {
        Route route = plan.route();
        Canary canary = route.canary();
        Arm arm = plan.arm();
        Candidate head = plan.head();
        String target = head == null ? null : head.target().name();
        Key name = new Key(route.name(), arm, arm == null ? target : null);
        Dated dated = made.get(name);
        if (dated == null || nowMillis >= dated.untilMillis()) {
            dated = canary == null || arm == null
                    ? new Dated(new UsageRow.Assignment(route.name(), null, null, null, target, null), Long.MAX_VALUE)
                    : inArm(route, canary, arm, nowMillis);
            made.put(name, dated);
        }
        return dated.assignment();
    }

    private static Dated inArm(Route route, Canary canary, Arm arm, long nowMillis) {
        List<Candidate> chain = arm == Arm.CHALLENGER ? canary.challenger() : route.candidates();
        UsageRow.Assignment assignment = new UsageRow.Assignment(
                route.name(),
                canary.experiment(),
                arm.key(),
                canary.percent().divide(HUNDRED),
                chain.get(0).target().name(),
                epochKey(route, canary, nowMillis));
        long until = all(route, canary)
                .flatMap(candidate -> changes(candidate.price()))
                .mapToLong(Price.Change::fromEpochMillis)
                .filter(from -> from > nowMillis)
                .min()
                .orElse(Long.MAX_VALUE);
        return new Dated(assignment, until);
    }

    private static String epochKey(Route route, Canary canary, long nowMillis) {
        List<String> parts = new ArrayList<>();
        parts.add(route.name());
        parts.add(canary.experiment());
        parts.add(canary.percent().stripTrailingZeros().toPlainString());
        all(route, canary).forEach(candidate -> {
            parts.add(candidate.target().name() + '/' + candidate.model());
            Price price = candidate.price();
            long inEffect = changes(price)
                    .filter(change -> change.fromEpochMillis() <= nowMillis)
                    .count();
            parts.add(price == null ? "" : price.version() + '+' + inEffect);
        });
        return EpochKey.of(parts);
    }

    private static Stream<Candidate> all(Route route, Canary canary) {
        return Stream.concat(route.candidates().stream(), canary.challenger().stream());
    }

    private static Stream<Price.Change> changes(@Nullable Price price) {
        return price == null ? Stream.empty() : price.changes().stream();
    }
}
