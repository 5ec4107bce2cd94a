package io.faregate.router.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;

/** Errors as RFC 9457 problem documents. */
final class Problem {
    private Problem() {}

    static void send(HttpServerResponse response, int status, String detail, List<String> errors) {
        ObjectNode problem = AdminJson.object()
                .put("type", "about:blank")
                .put("title", HttpResponseStatus.valueOf(status).reasonPhrase())
                .put("status", status)
                .put("detail", detail);
        if (!errors.isEmpty()) {
            ArrayNode list = problem.putArray("errors");
            errors.forEach(error -> list.addObject().put("detail", error));
        }
        response.setStatusCode(status)
                .putHeader("Content-Type", "application/problem+json")
                .end(problem.toString())
                .onFailure(gone -> {});
    }
}
