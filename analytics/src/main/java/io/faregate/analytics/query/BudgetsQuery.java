package io.faregate.analytics.query;

import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** What budgets were charged within a range, which should be one of their days. Stateless. */
public final class BudgetsQuery {
    private static final Sql BUDGETS = Sql.named("budgets");

    private BudgetsQuery() {}

    /**
     * One budget's share of the range.
     *
     * @param name as the router names it: {@code global}, {@code key:NAME}, {@code route:NAME}
     * @param calls its calls
     * @param chargedPicoUsd what it was charged: reservations where nothing better is known
     * @param costPicoUsd what its calls are known to have cost
     * @param refused calls that a budget refused
     */
    public record Charged(String name, long calls, BigInteger chargedPicoUsd, BigInteger costPicoUsd, long refused) {}

    /** All budgets that were charged: everybody's first, then keys, then routes, the dearest first. */
    public static List<Charged> of(Connection connection, TimeRange range) throws SQLException {
        return BUDGETS.list(
                connection,
                Map.of("from", range.from(), "to", range.to()),
                row -> new Charged(
                        name(row),
                        row.getLong("calls"),
                        ArmCounts.picoUsd(row, "charged_pico"),
                        ArmCounts.picoUsd(row, "cost_pico"),
                        row.getLong("refused")));
    }

    private static String name(ResultSet row) throws SQLException {
        return row.getBoolean("is_global")
                ? "global"
                : (row.getBoolean("is_key") ? "key:" : "route:") + row.getString("name");
    }
}
