package io.faregate.bench.sim;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/** Answers that are no completion: error objects and JSON documents. */
final class Reply {
    static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    static final CharSequence EVENT_STREAM = HttpHeaders.createOptimized("text/event-stream; charset=utf-8");

    private Reply() {}

    static void json(HttpServerResponse response, int status, Buffer body) {
        response.setStatusCode(status).putHeader(HttpHeaders.CONTENT_TYPE, JSON);
        response.end(body).onFailure(gone -> {});
    }

    /** An error in OpenAI's shape. */
    static void error(HttpServerResponse response, int status, String type, String code, String message) {
        json(response, status, Buffer.buffer(errorJson(type, code, message)));
    }

    static String errorJson(String type, String code, String message) {
        return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"" + type + "\",\"param\":null,\"code\":\"" + code
                + "\"}}";
    }
}
