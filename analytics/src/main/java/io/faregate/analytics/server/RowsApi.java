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
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@code POST /v1/rows}. When as many bodies wait for the database as may, or as many bytes of them, the next is told
 * to come again: 429 with {@code Retry-After}. Sending again is safe.
 */
final class RowsApi {
    private static final long MAX_BODY_BYTES = 32L << 20;
    private static final int MAX_WAITING = 16;
    private static final long MAX_WAITING_BYTES = 2 * MAX_BODY_BYTES;

    private final Intake intake;
    private final Answers answers;
    private final long maxWaitingBytes;
    private final Semaphore places = new Semaphore(MAX_WAITING);
    private final AtomicLong waitingBytes = new AtomicLong();

    /** Rows stored by these workers, which do nothing else: others would wait behind them. */
    RowsApi(Intake intake, Answers answers) {
        this(intake, answers, MAX_WAITING_BYTES);
    }

    RowsApi(Intake intake, Answers answers, long maxWaitingBytes) {
        this.intake = intake;
        this.answers = answers;
        this.maxWaitingBytes = maxWaitingBytes;
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
            throw busy(context);
        }
        AtomicLong held = new AtomicLong();
        AtomicBoolean waiting = new AtomicBoolean(true);
        Runnable release = () -> {
            if (waiting.getAndSet(false)) {
                waitingBytes.addAndGet(-held.get());
                places.release();
            }
        };
        Buffer body = Buffer.buffer();
        request.exceptionHandler(e -> release.run());
        request.handler(part -> {
            held.addAndGet(part.length());
            long all = waitingBytes.addAndGet(part.length());
            if (held.get() > MAX_BODY_BYTES || all > maxWaitingBytes) {
                request.handler(rest -> {});
                request.endHandler(end -> {});
                release.run();
                context.response().putHeader(HttpHeaders.CONNECTION, "close");
                (held.get() > MAX_BODY_BYTES ? tooLarge("more than " + MAX_BODY_BYTES + " bytes") : busy(context))
                        .answer(context);
            } else {
                body.appendBuffer(part);
            }
        });
        request.endHandler(end -> store(context, body.getBytes(), release));
    }

    private static Problem busy(RoutingContext context) {
        context.response().putHeader(HttpHeaders.RETRY_AFTER, "1");
        return new Problem(429, "Too many requests", "other rows are still being stored");
    }

    private static Problem tooLarge(String detail) {
        return new Problem(413, "Content too large", detail);
    }

    private void store(RoutingContext context, byte[] body, Runnable release) {
        answers.answer(context, () -> {
            try {
                return Body.json(result(Problem.orBadRequest(() -> intake.store(body))));
            } catch (Intake.TooLarge e) {
                throw tooLarge(String.valueOf(e.getMessage()));
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
