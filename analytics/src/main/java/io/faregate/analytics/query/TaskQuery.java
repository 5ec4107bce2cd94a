package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One task: its calls in order, whatever route or arm, and the last word on it. Stateless. */
public final class TaskQuery {
    private static final Sql CALLS = Sql.named("task");
    private static final Sql FEEDBACK = Sql.named("task_feedback");

    private TaskQuery() {}

    /** What was last said of a task. */
    public record Feedback(
            long tsMicros,
            @Nullable Boolean success,
            @Nullable Double score,
            @Nullable Boolean closed) {}

    /** Its calls, as whatever {@code each} makes of them. */
    public static <T> List<T> calls(Connection connection, String task, Sql.EachRow<T> each) throws SQLException {
        return CALLS.list(connection, Map.of("task", task), each);
    }

    /** The last feedback, null if none came. */
    public static @Nullable Feedback feedback(Connection connection, String task) throws SQLException {
        List<Feedback> found = FEEDBACK.list(
                connection,
                Map.of("task", task),
                row -> new Feedback(
                        row.getLong("ts_us"),
                        flag(row, "success"),
                        row.getObject("score") == null ? null : (Double) row.getDouble("score"),
                        flag(row, "final")));
        return found.isEmpty() ? null : found.get(0);
    }

    private static @Nullable Boolean flag(ResultSet row, String column) throws SQLException {
        return row.getObject(column) == null ? null : (Boolean) row.getBoolean(column);
    }
}
