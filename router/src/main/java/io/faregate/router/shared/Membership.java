package io.faregate.router.shared;

import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * This replica's standing with the store: signs of life, the generation of its data, and what has to be told to a new
 * one. Confined to one context, but for {@link #trouble}.
 *
 * <p>A generation counts as known only when all that was drawn has been told to it. Until then, and until it opens,
 * nothing may be drawn.
 */
final class Membership {
    static final String META = RedisStore.TAG + "meta";
    static final String LIVE = RedisStore.TAG + "live";

    private static final int TOLD_AT_ONCE = 256;

    private final RedisStore store;
    private final String replica;
    private final Patience patience;
    private final Drawings drawings;
    private final Runnable changed;
    private @Nullable String generation;
    private boolean open;
    private boolean signing;
    private volatile @Nullable String trouble = "not asked yet";

    /**
     * A replica that has not shown itself.
     *
     * @param drawings what has been drawn so far
     * @param changed told when drawing has become possible or impossible
     */
    Membership(RedisStore store, String replica, Patience patience, Drawings drawings, Runnable changed) {
        this.store = store;
        this.replica = replica;
        this.patience = patience;
        this.drawings = drawings;
        this.changed = changed;
    }

    /** The generation that may be drawn from, or null. */
    @Nullable
    String generation() {
        return open ? generation : null;
    }

    /** Whether the store answers, so that waiting for it to open makes sense. */
    boolean reachable() {
        return trouble == null;
    }

    /** What is wrong with the store, or null; for any thread. */
    @Nullable
    String trouble() {
        return trouble;
    }

    /** Gives a sign of life and learns the generation; if it is new, all is told to it. */
    Future<Void> sign() {
        if (signing) {
            return Future.succeededFuture();
        }
        signing = true;
        List<Drawing> watched = new ArrayList<>();
        for (Drawing drawing : drawings.days()) {
            if (watched.size() < TOLD_AT_ONCE) {
                watched.add(drawing);
            }
        }
        String known = generation;
        return tell(watched, false)
                .compose(answer -> {
                    String current = answer.get(0).toString();
                    if (!current.equals(known)) {
                        return tellAll(current);
                    }
                    // What all have drawn is remembered for a store that loses it, with those who cannot tell any more.
                    for (int i = 0; i < watched.size(); i++) {
                        watched.get(i).seen(Amounts.parse(answer.get(i + 2).toString()));
                    }
                    return Future.succeededFuture(answer);
                })
                .onComplete(done -> {
                    signing = false;
                    if (done.succeeded()) {
                        learned(done.result());
                    } else {
                        lost(done.cause());
                    }
                })
                .mapEmpty();
    }

    private Future<Response> tellAll(String current) {
        generation = null;
        open = false;
        List<Drawing> all = List.copyOf(drawings.all());
        Future<Response> told = tell(List.of(), true);
        for (int from = 0; from < all.size(); from += TOLD_AT_ONCE) {
            List<Drawing> some = all.subList(from, Math.min(all.size(), from + TOLD_AT_ONCE));
            told = told.compose(before -> tell(some, true));
        }
        return told.compose(answer -> answer.get(0).toString().equals(current)
                ? Future.succeededFuture(answer)
                : Future.failedFuture("the store lost its data while it was told"));
    }

    private Future<Response> tell(List<Drawing> some, boolean dataLost) {
        List<String> keys = new ArrayList<>(List.of(META, LIVE));
        List<String> arguments = new ArrayList<>(
                List.of(replica, Long.toString(patience.graceMillis()), Long.toString(patience.leaseMillis())));
        for (Drawing drawing : some) {
            keys.add(drawing.key());
            arguments.add(Amounts.print(drawing.drawnPicoUsd));
            arguments.add(Amounts.print(dataLost ? drawing.seenPicoUsd() : 0));
            arguments.add(drawing.liveMillis());
        }
        return store.run(Script.TELL, keys, arguments);
    }

    private void learned(Response answer) {
        generation = answer.get(0).toString();
        trouble = null;
        opensIn(Objects.requireNonNull(answer.get(1).toLong()));
    }

    /** The store says when it begins to grant; the next sign of life after that tells that it does. */
    void opensIn(long millis) {
        boolean before = open;
        open = millis <= 0;
        if (open != before) {
            changed.run();
        }
    }

    /** The store has another generation than ours. */
    void outdated() {
        generation = null;
        open = false;
        sign();
    }

    /** The store did not do what it was asked. */
    void lost(Throwable cause) {
        String message = cause.getMessage();
        trouble = "it does not answer" + (message == null ? "" : ": " + message);
        generation = null;
        open = false;
        changed.run();
    }
}
