package io.faregate.analytics.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.store.StoreException;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs blocking work off the event loop and answers with what it gives. Safe for use by many event loops. */
final class Answers {
    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

    private final WorkerExecutor workers;

    Answers(WorkerExecutor workers) {
        this.workers = workers;
    }

    /** A body with its media type. */
    record Body(String mediaType, String text) {
        static Body json(JsonNode node) {
            return new Body("application/json", Json.print(node));
        }
    }

    /** Does the work on a worker thread and answers 200 with its body, or with the problem it throws. */
    void answer(RoutingContext context, Callable<Body> work) {
        Future<Body> done = workers.executeBlocking(work, false).map(Objects::requireNonNull);
        done.onComplete(
                body -> {
                    if (!context.response().ended() && !context.response().closed()) {
                        send(context, body);
                    }
                },
                failure -> fail(context, failure));
    }

    static void send(RoutingContext context, Body body) {
        context.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, body.mediaType())
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .end(body.text())
                .onFailure(e -> LOG.debug("the client left: {}", e.getMessage()));
    }

    /** Answers with the problem that the failure is. */
    static void fail(RoutingContext context, Throwable failure) {
        if (context.response().ended() || context.response().closed()) {
            return;
        }
        if (failure instanceof Problem problem) {
            problem.answer(context);
        } else if (failure instanceof StoreException) {
            LOG.warn("{} failed", context.request().path(), failure);
            new Problem(503, "Database unavailable", "the database could not answer; the log says why").answer(context);
        } else {
            LOG.error("{} failed", context.request().path(), failure);
            new Problem(500, "Internal error", "the log says why").answer(context);
        }
    }
}
