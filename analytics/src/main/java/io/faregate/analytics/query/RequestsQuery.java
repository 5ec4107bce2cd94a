package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The newest calls, page by page. Stateless. */
public final class RequestsQuery {
    private static final Sql REQUESTS = Sql.named("requests");

    private RequestsQuery() {}

    /** What calls must be to be listed; null asks for nothing. */
    public record Filter(
            @Nullable String route,
            @Nullable String target,
            @Nullable String outcome,
            @Nullable String arm,
            @Nullable String key) {}

    /**
     * Where a page begins: after the row with this place in the order.
     *
     * @param orderKey of the row before, the largest long at the start
     * @param rowId of the row before
     */
    public record Cursor(long orderKey, String rowId) {
        /** Before all rows. */
        public static final Cursor START = new Cursor(Long.MAX_VALUE, "");

        /**
         * The cursor that an answer gave.
         *
         * @throws IllegalArgumentException if it is none
         */
        public static Cursor parse(@Nullable String text) {
            if (text == null || text.isEmpty()) {
                return START;
            }
            int dot = text.indexOf('.');
            try {
                if (dot > 0 && dot < text.length() - 1) {
                    return new Cursor(Long.parseLong(text, 0, dot, 10), text.substring(dot + 1));
                }
            } catch (NumberFormatException e) {
                // Told below, with what was found.
            }
            throw new IllegalArgumentException("cursor: expected the next_cursor of an answer, found " + text);
        }

        /** As answers give it. */
        public String print() {
            return orderKey + "." + rowId;
        }
    }

    /** A page of calls, newest first, and the cursor of the next; null after the last. */
    public record Page<T>(List<T> calls, @Nullable Cursor next) {}

    /** At most {@code limit} calls from the cursor on. */
    public static <T> Page<T> of(
            Connection connection, TimeRange range, Filter filter, Cursor from, int limit, Sql.EachRow<T> each)
            throws SQLException {
        Map<String, @Nullable Object> parameters = new HashMap<>(range.parameters("route", filter.route()));
        parameters.put("target", filter.target());
        parameters.put("outcome", filter.outcome());
        parameters.put("arm", filter.arm());
        parameters.put("key", filter.key());
        parameters.put("before_key", from.orderKey());
        parameters.put("before_id", from.rowId());
        parameters.put("limit", limit + 1);
        List<T> calls = new ArrayList<>();
        List<Cursor> places = new ArrayList<>();
        REQUESTS.list(connection, parameters, row -> {
            places.add(new Cursor(row.getLong("order_key"), row.getString("row_id")));
            return calls.add(each.of(row));
        });
        boolean more = calls.size() > limit;
        return new Page<>(more ? calls.subList(0, limit) : calls, more ? places.get(limit - 1) : null);
    }
}
