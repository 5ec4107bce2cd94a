package io.faregate.router.usage;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One change made over the admin surface. Immutable.
 *
 * @param madeMillis of the epoch
 * @param route the route it is about, or null
 * @param epoch the epoch by the analytics' count, or null when nobody said
 * @param verdict what led to it, or null when a person decided
 * @param action what was done
 * @param actor who did it
 * @param before the changed fields as they were; values are strings, whole numbers, {@link java.math.BigDecimal},
 *     booleans, null, lists and maps of these
 * @param after the same fields as they are now
 */
public record DecisionRow(
        UUID rowId,
        long madeMillis,
        @Nullable String route,
        @Nullable String experiment,
        @Nullable Long epoch,
        @Nullable String verdict,
        String action,
        String actor,
        List<String> reasons,
        Map<String, ?> before,
        Map<String, ?> after) {}
