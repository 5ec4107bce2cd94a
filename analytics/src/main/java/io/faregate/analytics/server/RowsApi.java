package io.faregate.analytics.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.ingest.Intake;
import io.faregate.analytics.server.Answers.Body;
import io.faregate.analytics.store.LoadResult;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * {@code POST /v1/rows}. When as many bodies wait for the database as may, the next is told to come again: 429 with
 * {@code Retry-After}. Sending again is safe.
 */
final class RowsApi {
    private static final long MAX_BODY_BYTES = 32L << 20;
    private static final int MAX_WAITING = 16;

    private final Intake intake;
    private final Answers answers;
    private final Semaphore places = new Semaphore(MAX_WAITING);

    RowsApi(Intake intake, Answers answers) {
        this.intake = intake;
        this.answers = answers;
    }

    void mount(Router router) {
        router.post("/v1/rows").handler(this::receive);
    }

    /** Takes the body in whatever its type is called: clients name it JSON, NDJSON, text or a form. */
    private void receive(RoutingContext context) {
        HttpServerRequest request = context.request();
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            throw new Problem(403, "Forbidden", "rows are not taken from pages of other sites");
        }
        String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase("gzip") && !encoding.equalsIgnoreCase("identity")) {
            throw new Problem(415, "Unsupported media type", "Content-Encoding: expected gzip, found " + encoding);
        }
        if (!places.tryAcquire()) {
            context.response().putHeader(HttpHeaders.RETRY_AFTER, "1");
            throw new Problem(429, "Too many requests", "other rows are still being stored");
        }
        AtomicBoolean held = new AtomicBoolean(true);
        Runnable release = () -> {
            if (held.getAndSet(false)) {
                places.release();
            }
        };
        Buffer body = Buffer.buffer();
        request.exceptionHandler(e -> release.run());
        request.handler(part -> {
            if (body.length() + (long) part.length() > MAX_BODY_BYTES) {
                request.handler(rest -> {});
                request.endHandler(end -> {});
                release.run();
                context.response().putHeader(HttpHeaders.CONNECTION, "close");
                new Problem(413, "Content too large", "more than " + MAX_BODY_BYTES + " bytes").answer(context);
            } else {
                body.appendBuffer(part);
            }
        });
        request.endHandler(end -> store(context, body.getBytes(), release));
    }

    private void store(RoutingContext context, byte[] body, Runnable release) {
        answers.answer(context, () -> {
            try {
                return Body.json(result(Problem.orBadRequest(() -> intake.store(body))));
            } finally {
                release.run();
            }
        });
    }

    private static ObjectNode result(LoadResult result) {
        ObjectNode node = Json.object();
        node.put("accepted", result.accepted());
        node.put("duplicate", result.duplicate());
        node.put("rejected", result.rejected());
        return node;
    }
}
