package io.faregate.analytics.watch;

import io.faregate.analytics.answer.IncidentJson;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.Webhook;
import io.faregate.analytics.incident.Incident;
import io.faregate.analytics.query.OutboxTable;
import io.faregate.analytics.query.OutboxTable.Letter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;

/** What webhooks are still to be told. Thread-safe; each event goes to every address that the file has by then. */
public final class Outbox {
    private static final int ADDRESS_DIGITS = 16;

    private final Supplier<List<Webhook>> webhooks;

    /** An outbox for these addresses. */
    public Outbox(Supplier<List<Webhook>> webhooks) {
        this.webhooks = webhooks;
    }

    /** Adds what happened to an incident, in the transaction that stores it. */
    void add(Connection connection, Incident incident, String event, long nowMicros) throws SQLException {
        for (Webhook webhook : webhooks.get()) {
            String body = Json.print(IncidentJson.event(incident, event));
            OutboxTable.add(connection, new Letter(incident.id() + "-" + event, address(webhook), body, 0), nowMicros);
        }
    }

    /** A webhook's name in the database, which says nothing of its secrets. */
    static String address(Webhook webhook) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(webhook.url().toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, ADDRESS_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
