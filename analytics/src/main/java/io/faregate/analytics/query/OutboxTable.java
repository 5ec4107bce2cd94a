package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** What is still to be sent to webhooks. Stateless. */
public final class OutboxTable {
    private static final Sql ADD = Sql.named("outbox_add");
    private static final Sql DUE = Sql.named("outbox_due");
    private static final Sql REMOVE = Sql.named("outbox_remove");
    private static final Sql LATER = Sql.named("outbox_later");

    private OutboxTable() {}

    /**
     * One event for one address.
     *
     * @param address the digest of the address
     * @param tries how often it was sent in vain
     */
    public record Letter(String eventId, String address, String body, int tries) {}

    /** Adds a letter that may be sent at that time. */
    public static void add(Connection connection, Letter letter, long dueMicros) throws SQLException {
        ADD.run(
                connection,
                Map.of(
                        "event_id", letter.eventId(),
                        "address", letter.address(),
                        "body", letter.body(),
                        "due", dueMicros));
    }

    /** What is due, the longest due first. */
    public static List<Letter> due(Connection connection, long nowMicros) throws SQLException {
        return DUE.list(
                connection,
                Map.of("now", nowMicros),
                row -> new Letter(
                        row.getString("event_id"),
                        row.getString("address"),
                        row.getString("body"),
                        row.getInt("tries")));
    }

    /** Forgets a letter. */
    public static void remove(Connection connection, Letter letter) throws SQLException {
        REMOVE.run(connection, Map.of("event_id", letter.eventId(), "address", letter.address()));
    }

    /** Notes that a letter was sent in vain, and when it is to be sent again. */
    public static void later(Connection connection, Letter letter, long dueMicros) throws SQLException {
        LATER.run(connection, Map.of("event_id", letter.eventId(), "address", letter.address(), "due", dueMicros));
    }
}
