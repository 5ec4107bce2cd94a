package io.faregate.analytics.server;

import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.config.DayBudgets;
import io.faregate.analytics.promote.RouterAdmin;
import io.faregate.analytics.promote.RouterCaps;
import io.vertx.core.Future;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The daily caps that hold now: those of the file, and over them what the routers tell, since a cap may be changed over
 * their admin surface. Nothing blocks; for event loops.
 */
final class CapsInForce {
    private final Supplier<AnalyticsConfig> config;
    private final @Nullable RouterAdmin admin;

    CapsInForce(Supplier<AnalyticsConfig> config, @Nullable RouterAdmin admin) {
        this.config = config;
        this.admin = admin;
    }

    /**
     * What was found.
     *
     * @param caps the caps in force; of routers that differ, the smallest
     * @param file those of the file
     * @param told whether any router told its caps
     * @param problem why these may not be what holds everywhere; null when they are
     */
    record Found(
            DayBudgets caps,
            DayBudgets file,
            boolean told,
            @Nullable String problem) {}

    Future<Found> now() {
        RouterAdmin surface = admin;
        AnalyticsConfig now = config.get();
        DayBudgets file = now.budgets();
        if (surface == null) {
            return Future.succeededFuture(
                    new Found(file, file, false, "there is no admin key to ask the routers with"));
        }
        Map<URI, Future<RouterCaps>> asked = new LinkedHashMap<>();
        now.routers().forEach(router -> asked.put(router, surface.caps(router)));
        return Future.join(new ArrayList<>(asked.values()))
                .transform(all -> Future.succeededFuture(found(file, asked)));
    }

    private static Found found(DayBudgets file, Map<URI, Future<RouterCaps>> asked) {
        List<String> problems = new ArrayList<>();
        List<RouterCaps> told = new ArrayList<>();
        asked.forEach((router, answer) -> {
            if (answer.succeeded()) {
                told.add(answer.result());
            } else {
                problems.add(PromotionJson.place(router) + " did not tell its caps: "
                        + answer.cause().getMessage());
            }
        });
        if (asked.isEmpty()) {
            problems.add("analytics.routers names no router");
        }
        Map<String, Long> caps = new LinkedHashMap<>(file.capPicoUsd());
        told.stream()
                .flatMap(each -> each.picoUsd().keySet().stream())
                .distinct()
                .sorted()
                .forEach(name -> {
                    List<@Nullable Long> each = new ArrayList<>();
                    told.forEach(router -> each.add(
                            router.picoUsd().containsKey(name)
                                    ? router.picoUsd().get(name)
                                    : file.capPicoUsd().get(name)));
                    if (each.stream().anyMatch(cap -> !Objects.equals(cap, each.get(0)))) {
                        problems.add("the routers differ in " + name + "; the smallest cap is shown");
                    }
                    Long smallest = null;
                    for (Long cap : each) {
                        smallest = smallest == null || (cap != null && cap < smallest) ? cap : smallest;
                    }
                    if (smallest == null) {
                        caps.remove(name);
                    } else {
                        caps.put(name, smallest);
                    }
                });
        return new Found(
                new DayBudgets(file.zone(), caps),
                file,
                !told.isEmpty(),
                problems.isEmpty() ? null : String.join("; ", problems));
    }
}
