package io.faregate.analytics.watch;

import io.faregate.analytics.config.Webhook;
import io.faregate.analytics.query.OutboxTable;
import io.faregate.analytics.query.OutboxTable.Letter;
import io.faregate.analytics.store.Warehouse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what is in the outbox: again after a failure, 1 s, 2 s, 4 s and so on up to an hour later, and not any more
 * after {@value #MOST_TRIES} times, which is most of a day. A receiver may get an event twice and knows it by its id.
 * One thread calls {@link #round}. Blocks.
 */
public final class Messenger {
    private static final Logger LOG = LoggerFactory.getLogger(Messenger.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MOST_TRIES = 30;
    private static final long SECOND_MICROS = 1_000_000;
    private static final long LONGEST_SECONDS = 3600;

    private final Warehouse warehouse;
    private final Supplier<List<Webhook>> webhooks;
    private final LongSupplier nowMicros;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();

    /** A messenger of what the outbox of these webhooks holds. */
    public Messenger(Warehouse warehouse, Supplier<List<Webhook>> webhooks, LongSupplier nowMicros) {
        this.warehouse = warehouse;
        this.nowMicros = nowMicros;
        this.webhooks = webhooks;
    }

    /** Sends what is due; gives how much was. */
    public int round() {
        List<Letter> due = warehouse.read(connection -> OutboxTable.due(connection, nowMicros.getAsLong()));
        Map<String, Webhook> byAddress = new HashMap<>();
        webhooks.get().forEach(webhook -> byAddress.put(Outbox.address(webhook), webhook));
        for (Letter letter : due) {
            Webhook webhook = byAddress.get(letter.address());
            if (webhook == null) {
                LOG.info("{} is not sent: its webhook is configured no longer", letter.eventId());
                forget(letter);
            } else if (sent(webhook, letter)) {
                delivered.incrementAndGet();
                forget(letter);
            } else {
                failed.incrementAndGet();
                putOff(webhook, letter);
            }
        }
        return due.size();
    }

    /** Messages taken by their receiver. */
    public long delivered() {
        return delivered.get();
    }

    /** Messages sent in vain, each time counted. */
    public long failed() {
        return failed.get();
    }

    /** How long to wait after so many vain tries. */
    static long pauseSeconds(int tries) {
        return tries >= 12 ? LONGEST_SECONDS : Math.min(LONGEST_SECONDS, 1L << tries);
    }

    private boolean sent(Webhook webhook, Letter letter) {
        HttpRequest.Builder request = HttpRequest.newBuilder(webhook.url())
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header("X-Faregate-Event-Id", letter.eventId())
                .POST(BodyPublishers.ofString(letter.body()));
        if (webhook.secret() != null) {
            long seconds = nowMicros.getAsLong() / SECOND_MICROS;
            request.header("X-Faregate-Signature", Signature.of(webhook.secret(), seconds, letter.body()));
        }
        try {
            int status = client.send(request.build(), BodyHandlers.discarding()).statusCode();
            if (status / 100 == 2) {
                return true;
            }
            LOG.warn("{} answered {} to {}", webhook.shown(), status, letter.eventId());
        } catch (IOException e) {
            LOG.warn("{} cannot be reached for {}", webhook.shown(), letter.eventId());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private void putOff(Webhook webhook, Letter letter) {
        if (letter.tries() + 1 >= MOST_TRIES) {
            LOG.warn("{} is given up: {} did not take it in {} tries", letter.eventId(), webhook.shown(), MOST_TRIES);
            forget(letter);
            return;
        }
        long due = nowMicros.getAsLong() + pauseSeconds(letter.tries()) * SECOND_MICROS;
        warehouse.write(connection -> {
            OutboxTable.later(connection, letter, due);
            return true;
        });
    }

    private void forget(Letter letter) {
        warehouse.write(connection -> {
            OutboxTable.remove(connection, letter);
            return true;
        });
    }
}
