package io.faregate.analytics.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.Json;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An error with its status; answered as a problem document (RFC 9457). */
final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(Problem.class);

    private final int status;
    private final String title;

    Problem(int status, String title, String detail) {
        super(detail, null, false, false);
        this.status = status;
        this.title = title;
    }

    static Problem badRequest(String detail) {
        return new Problem(400, "Bad request", detail);
    }

    static Problem notFound(String detail) {
        return new Problem(404, "Not found", detail);
    }

    /** What the parser gives; what it refuses is the caller's fault. */
    static <T> T orBadRequest(Supplier<T> parser) {
        try {
            return parser.get();
        } catch (IllegalArgumentException e) {
            throw badRequest(String.valueOf(e.getMessage()));
        }
    }

    /** Answers with the document. */
    void answer(RoutingContext context) {
        ObjectNode document = Json.object();
        document.put("type", "about:blank");
        document.put("title", title);
        document.put("status", status);
        document.put("detail", getMessage());
        document.put("instance", context.request().path());
        context.response()
                .setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/problem+json")
                .end(Json.print(document))
                .onFailure(e -> LOG.debug("the client left: {}", e.getMessage()));
    }
}
