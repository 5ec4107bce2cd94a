package io.faregate.analytics.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A query of a resource file, with {@code $name} for its parameters: JDBC knows them by position only. Immutable.
 */
public final class Sql {
    /** What a query does with each of its rows. */
    @FunctionalInterface
    public interface EachRow<T> {
        /** What one row becomes. */
        T of(ResultSet row) throws SQLException;
    }

    private static final Pattern NAME = Pattern.compile("\\$([a-z_]+)");

    private final String text;
    private final List<String> names;

    private Sql(String withNames) {
        List<String> found = new ArrayList<>();
        Matcher matcher = NAME.matcher(withNames);
        StringBuilder positional = new StringBuilder();
        while (matcher.find()) {
            found.add(matcher.group(1));
            matcher.appendReplacement(positional, "?");
        }
        matcher.appendTail(positional);
        this.text = positional.toString();
        this.names = List.copyOf(found);
    }

    /** The query of {@code name.sql}. */
    static Sql named(String name) {
        return new Sql(text(name));
    }

    /** The query of {@code name.sql} with a {@code #placeholder} replaced by text that the caller vouches for. */
    static Sql named(String name, Map<String, String> placeholders) {
        String text = text(name);
        for (Map.Entry<String, String> placeholder : placeholders.entrySet()) {
            text = text.replace("#" + placeholder.getKey(), placeholder.getValue());
        }
        return new Sql(text);
    }

    /** Runs a query and gives what its rows become. */
    <T> List<T> list(Connection connection, Map<String, ? extends @Nullable Object> parameters, EachRow<T> each)
            throws SQLException {
        try (PreparedStatement statement = bound(connection, parameters);
                ResultSet rows = statement.executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(each.of(rows));
            }
            return found;
        }
    }

    /** Runs a statement that gives no rows. */
    void run(Connection connection, Map<String, ? extends @Nullable Object> parameters) throws SQLException {
        try (PreparedStatement statement = bound(connection, parameters)) {
            statement.execute();
        }
    }

    private PreparedStatement bound(Connection connection, Map<String, ? extends @Nullable Object> parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(text);
        try {
            int position = 1;
            for (String name : names) {
                if (!parameters.containsKey(name)) {
                    throw new IllegalStateException("no value for $" + name);
                }
                statement.setObject(position++, parameters.get(name));
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    private static String text(String name) {
        try (InputStream in = Sql.class.getResourceAsStream("/io/faregate/analytics/query/" + name + ".sql")) {
            if (in == null) {
                throw new IllegalStateException("resource missing: " + name + ".sql");
            }
            // Comments go first: a parameter named in one would be counted.
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)--.*$", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
