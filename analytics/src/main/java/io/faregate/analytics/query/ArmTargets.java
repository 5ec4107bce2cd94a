package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which target each arm of an epoch was assigned, by its newest calls; null for an arm that never had a call.
 * Immutable.
 *
 * @param primary the primary's target
 * @param challenger the challenger's target
 */
public record ArmTargets(@Nullable String primary, @Nullable String challenger) {
    /** Of an epoch without calls. */
    public static final ArmTargets NONE = new ArmTargets(null, null);

    private static final Sql TOLD = Sql.named("targets_told");
    private static final Sql TARGETS = Sql.named("targets");

    private record Told(String arm, @Nullable String target, boolean alone) {}

    /** As the rows of an epoch tell. */
    public static ArmTargets of(Connection connection, Epoch epoch) throws SQLException {
        Map<String, @Nullable String> targets = new HashMap<>();
        List<Told> told = TOLD.list(
                connection,
                Map.of("epoch_id", epoch.id()),
                row -> new Told(row.getString("arm"), row.getString("target"), row.getBoolean("told")));
        if (!told.isEmpty() && told.stream().allMatch(Told::alone)) {
            told.forEach(of -> targets.put(of.arm(), of.target()));
            return new ArmTargets(targets.get("primary"), targets.get("challenger"));
        }
        TARGETS.list(connection, Map.of("epoch_id", epoch.id()), row ->
                        new String[] {row.getString("arm"), row.getString("target")})
                .forEach(found -> targets.put(found[0], found[1]));
        return new ArmTargets(targets.get("primary"), targets.get("challenger"));
    }

    /** Whether nothing here says otherwise than that those are the arms. */
    public boolean fit(ArmTargets others) {
        return (primary == null || primary.equals(others.primary))
                && (challenger == null || challenger.equals(others.challenger));
    }
}
