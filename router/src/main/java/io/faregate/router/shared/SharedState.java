package io.faregate.router.shared;

import io.faregate.router.admin.StateStore;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changes that routers were told, in Redis: a document is replaced only by who has seen it, so that of two tellers
 * one comes second and looks again. Every so often each router asks for the version. A store that lost its data is
 * given the newest that any router holds, and takes changes once all have had the time to do so.
 *
 * <p>Thread-safe. {@link #newer} and {@link #replace} block and are not for an event loop.
 */
public final class SharedState implements StateStore {
    private static final Logger LOG = LoggerFactory.getLogger(SharedState.class);
    private static final String KEY = RedisStore.TAG + "state";
    private static final int DOCUMENT_AT = 2;
    private static final int OPENS_AT = 3;

    private final Vertx vertx;
    private final Context context;
    private final RedisStore store;
    private final String replica;
    private final Patience patience;
    private final AtomicLong changes = new AtomicLong();

    /** What the router holds. */
    private volatile long version;

    /** The newest that the router was given, whether or not it could make anything of it. */
    private volatile long offered;

    private volatile @Nullable String trouble;
    private boolean asking;
    private boolean following;
    private long timer;

    /** A state in a store that is not asked before somebody asks. */
    public SharedState(Vertx vertx, String redisUrl, String replica, Patience patience) {
        this.vertx = vertx;
        this.replica = replica;
        this.patience = patience;
        context = vertx.getOrCreateContext();
        store = new RedisStore(vertx, redisUrl, patience.answerMillis());
    }

    /** Begins to look for newer versions: {@code follow}, which may block, takes them up. */
    public void start(Runnable follow) {
        context.runOnContext(start -> timer = vertx.setPeriodic(patience.signMillis(), tick -> look(follow)));
    }

    /** Ends it. */
    public void stop() {
        context.runOnContext(stop -> {
            vertx.cancelTimer(timer);
            store.close();
        });
    }

    /** What is wrong with the store, in words for people, or null; for any thread. */
    public @Nullable String trouble() {
        return trouble;
    }

    private void look(Runnable follow) {
        if (asking || following) {
            return;
        }
        asking = true;
        boolean wasLost = trouble != null;
        ask("read", version, "", "").onComplete(done -> {
            asking = false;
            if (done.succeeded() && (wasLost || isNews(done.result()))) {
                following = true;
                vertx.<Void>executeBlocking(() -> {
                            follow.run();
                            return null;
                        })
                        .onComplete(followed -> {
                            following = false;
                            if (followed.failed()) {
                                LOG.error("what other routers were told is not taken up", followed.cause());
                            }
                        });
            }
        });
    }

    private boolean isNews(Response answer) {
        return switch (word(answer)) {
            case "same" -> false;
            case "newer" -> versionIn(answer) != offered;
            default -> true;
        };
    }

    private static long versionIn(Response answer) {
        return Objects.requireNonNull(answer.get(1).toLong());
    }

    @Override
    public @Nullable Kept newer(long held, Supplier<String> document) throws IOException {
        Response answer = await(ask("read", held, "", ""));
        if (word(answer).equals("behind")) {
            answer = await(ask("keep", held, document.get(), replica));
        }
        version = held;
        if (!word(answer).equals("newer")) {
            return null;
        }
        offered = versionIn(answer);
        return new Kept(offered, answer.get(DOCUMENT_AT).toString());
    }

    @Override
    public void taken(long taken) {
        version = taken;
    }

    @Override
    public boolean replace(long next, String document) throws IOException {
        String token = replica + "/" + changes.incrementAndGet();
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2 * patience.graceMillis());
        while (true) {
            Response answer = change(next, document, token);
            switch (word(answer)) {
                case "done" -> {
                    version = next;
                    return true;
                }
                case "wait" -> {
                    if (System.nanoTime() - endNanos > 0) {
                        throw new IOException("it is new and waits for what other routers hold");
                    }
                    sleep(Objects.requireNonNull(answer.get(OPENS_AT).toLong()));
                }
                // Newer, or lost: the asking router looks again.
                default -> {
                    return false;
                }
            }
        }
    }

    /** Asks again once when the answer is lost: the token tells that it was this change that was made. */
    private Response change(long next, String document, String token) throws IOException {
        try {
            return await(ask("change", next, document, token));
        } catch (IOException lost) {
            LOG.debug("the answer to a change is lost", lost);
            return await(ask("change", next, document, token));
        }
    }

    private static void sleep(long millis) throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static String word(Response answer) {
        return answer.get(0).toString();
    }

    private Future<Response> ask(String what, long held, String document, String token) {
        List<String> arguments =
                List.of(Long.toString(patience.graceMillis()), what, Long.toString(held), document, token);
        Promise<Response> answer = Promise.promise();
        context.runOnContext(ask -> store.run(Script.STATE, List.of(Membership.META, KEY), arguments)
                .onComplete(done -> {
                    note(done.failed() ? done.cause() : null);
                    answer.handle(done);
                }));
        return answer.future();
    }

    private void note(@Nullable Throwable failure) {
        if (failure == null) {
            if (trouble != null) {
                LOG.info("the store of the shared changes answers");
            }
            trouble = null;
        } else {
            if (trouble == null) {
                LOG.warn(
                        "the store of the shared changes is lost, what was last told stays in force: {}",
                        failure.toString());
            }
            trouble = "it does not answer: " + failure.getMessage();
        }
    }

    private Response await(Future<Response> answer) throws IOException {
        try {
            // Each question has a time limit of its own, so this one is for a loop that does not run.
            return answer.toCompletionStage()
                    .toCompletableFuture()
                    .get(3 * patience.answerMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(String.valueOf(cause.getMessage()), e);
        }
    }
}
