package io.faregate.router.shared;

import io.vertx.redis.client.Response;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjLongConsumer;

/**
 * Draws on their way to the store: as many as have come up go in one request, the next when that one is answered. So a
 * draw costs a part of a request under load, and waits for nobody without. Confined to one context, but for the counts.
 */
final class DrawQueue {
    private static final int MOST_AT_ONCE = 256;
    private static final int HEAD = 3;

    private final RedisStore store;
    private final String replica;
    private final Patience patience;
    private final Membership membership;
    private final ObjLongConsumer<Drawing> late;
    private final ArrayDeque<Drawing> queue = new ArrayDeque<>();
    private final AtomicLong draws = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private boolean sending;

    /**
     * An empty queue.
     *
     * @param late gets what came of a draw that nobody waits for any more
     */
    DrawQueue(
            RedisStore store, String replica, Patience patience, Membership membership, ObjLongConsumer<Drawing> late) {
        this.store = store;
        this.replica = replica;
        this.patience = patience;
        this.membership = membership;
        this.late = late;
    }

    long draws() {
        return draws.get();
    }

    long failures() {
        return failures.get();
    }

    /** Puts an account in if it has something to ask. */
    void add(Drawing drawing) {
        if (drawing.isDue() && !drawing.queued) {
            drawing.queued = true;
            queue.add(drawing);
        }
    }

    /** Sends what is there, or refuses it while the store cannot be reached. */
    void pump() {
        if (sending || queue.isEmpty()) {
            return;
        }
        String generation = membership.generation();
        if (generation != null) {
            send(generation);
        } else if (!membership.reachable()) {
            List<Drawing> waiting = List.copyOf(queue);
            queue.clear();
            waiting.forEach(this::refuse);
        }
    }

    /** Refuses those who wait; what may have been granted is asked for again when the store is back. */
    private void refuse(Drawing drawing) {
        drawing.queued = false;
        drawing.takeAsks().forEach(ask -> ask.granted().accept(0));
        add(drawing);
    }

    private void send(String generation) {
        int count = Math.min(queue.size(), MOST_AT_ONCE);
        List<Drawing> sent = new ArrayList<>(count);
        boolean[] again = new boolean[count];
        List<String> keys = new ArrayList<>(count + 2);
        List<String> arguments = new ArrayList<>(count + 4);
        keys.add(Membership.META);
        keys.add(Membership.LIVE);
        arguments.add(replica);
        arguments.add(Long.toString(patience.graceMillis()));
        arguments.add(Long.toString(patience.leaseMillis()));
        arguments.add(generation);
        for (int i = 0; i < count; i++) {
            Drawing drawing = queue.remove();
            again[i] = drawing.send();
            sent.add(drawing);
            keys.add(drawing.key());
            arguments.add(drawing.print());
        }
        sending = true;
        draws.addAndGet(count);
        store.run(Script.DRAW, keys, arguments).onComplete(done -> {
            sending = false;
            sent.forEach(drawing -> drawing.busy = false);
            if (done.succeeded()) {
                answered(sent, again, done.result());
            } else {
                failures.incrementAndGet();
                sent.forEach(this::refuse);
                membership.lost(done.cause());
            }
            pump();
        });
    }

    private void answered(List<Drawing> sent, boolean[] again, Response answer) {
        String outcome = answer.get(0).toString();
        if (outcome.equals("ok")) {
            for (int i = 0; i < sent.size(); i++) {
                String told = answer.get(HEAD + i).toString();
                granted(sent.get(i), again[i], Amounts.parseFirst(told), Amounts.parseSecond(told));
            }
            return;
        }
        for (int i = 0; i < sent.size(); i++) {
            sent.get(i).unsure = again[i];
            add(sent.get(i));
        }
        if (outcome.equals("wait")) {
            membership.opensIn(Objects.requireNonNull(answer.get(2).toLong()));
        } else {
            membership.outdated();
        }
    }

    private void granted(Drawing drawing, boolean again, long granted, long seen) {
        drawing.unsure = false;
        drawing.drawnPicoUsd += granted;
        drawing.seen(seen);
        if (again) {
            late.accept(drawing, granted);
        } else {
            drawing.answer(granted);
        }
        add(drawing);
    }
}
