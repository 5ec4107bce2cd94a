package io.faregate.bench.storm;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.ext.web.client.WebClient;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Clients side by side on one router, and what became of every call. Written by one event loop, read by anyone. */
final class Storm {
    private static final int EXAMPLES = 5;

    private final Vertx vertx;
    private final String name;
    private final URI router;
    private final int pauseMillis;
    private final WebClient client;
    private final LongAdder sent = new LongAdder();
    private final Set<String> answered = ConcurrentHashMap.newKeySet();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final LongAdder lost = new LongAdder();
    private final ConcurrentLinkedQueue<String> examples = new ConcurrentLinkedQueue<>();
    private volatile boolean blowing = true;

    Storm(Vertx vertx, String name, String routerUrl, int clients, int pauseMillis) {
        this.vertx = vertx;
        this.name = name;
        this.router = URI.create(routerUrl);
        this.pauseMillis = pauseMillis;
        this.client = WebClient.wrap(vertx.httpClientBuilder()
                .with(new HttpClientOptions().setTcpNoDelay(true))
                .with(new PoolOptions().setHttp1MaxSize(clients))
                .withConnectHandler(connection -> connection.exceptionHandler(lostWithTheRouter -> {}))
                .build());
    }

    /** Completes when every client has had its last answer after {@link #calm}. */
    Future<Void> start(int clients) {
        Promise<Void> all = Promise.promise();
        vertx.runOnContext(now -> {
            List<Future<Void>> ends = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                ends.add(new StormClient(this, i).start());
            }
            Future.all(ends).<Void>mapEmpty().onComplete(all);
        });
        return all.future();
    }

    /** No further calls. */
    void calm() {
        blowing = false;
    }

    /** Lets go of its connections. */
    void close() {
        client.close();
    }

    boolean blowing() {
        return blowing;
    }

    String name() {
        return name;
    }

    /** Runs a client's next call after its pause, at once where there is none. */
    void afterPause(Runnable next) {
        if (pauseMillis == 0) {
            next.run();
        } else {
            vertx.setTimer(pauseMillis, over -> next.run());
        }
    }

    URI router() {
        return router;
    }

    WebClient client() {
        return client;
    }

    void sent() {
        sent.increment();
    }

    void answered(String id) {
        answered.add(id);
    }

    void refused(String id, String what) {
        refused.add(id);
        example(id + ": " + what);
    }

    void lost(String what) {
        lost.increment();
        example(what);
    }

    long sentCount() {
        return sent.sum();
    }

    long lostCount() {
        return lost.sum();
    }

    /** Request ids of calls that got their whole 200. */
    Set<String> answeredIds() {
        return answered;
    }

    /** Request ids of calls that got something else. */
    Set<String> refusedIds() {
        return refused;
    }

    List<String> exampleFailures() {
        return List.copyOf(examples);
    }

    private void example(String what) {
        if (examples.size() < EXAMPLES) {
            examples.add(what);
        }
    }
}
