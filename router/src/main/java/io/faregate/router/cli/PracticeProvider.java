package io.faregate.router.cli;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** A provider on loopback that answers each request with the same few words, plain or as a stream. */
final class PracticeProvider {
    /** The model that is never there. */
    static final String DOWN = "practice-down";

    private static final String HEAD = "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion%s\",\"created\":1700000000,"
            + "\"model\":\"practice\",\"choices\":[";
    private static final String USAGE = "\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":3,\"total_tokens\":15,"
            + "\"prompt_tokens_details\":{\"cached_tokens\":4}}";
    private static final Buffer PLAIN = Buffer.buffer(HEAD.formatted("")
            + "{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"one two three\"},\"finish_reason\":\"stop\"}],"
            + USAGE + "}");
    private static final Buffer STREAM = Buffer.buffer(event("{\"role\":\"assistant\",\"content\":\"\"}", "null")
            + event("{\"content\":\"one \"}", "null")
            + event("{\"content\":\"two three\"}", "null")
            + event("{}", "\"stop\"")
            + "data: " + HEAD.formatted(".chunk") + "]," + USAGE + "}\n\ndata: [DONE]\n\n");
    private static final Buffer UNAVAILABLE =
            Buffer.buffer("{\"error\":{\"message\":\"overloaded\",\"type\":\"server_error\",\"code\":null}}");

    private PracticeProvider() {}

    private static String event(String delta, String finish) {
        return "data: " + HEAD.formatted(".chunk") + "{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + finish
                + "}]}\n\n";
    }

    /** Listens on a free port of the loopback; completes with it. */
    static Future<Integer> listen(Vertx vertx) {
        return vertx.createHttpServer()
                .requestHandler(PracticeProvider::answer)
                .listen(0, "127.0.0.1")
                .map(HttpServer::actualPort);
    }

    private static void answer(HttpServerRequest request) {
        request.body().onSuccess(body -> {
            String text = body.toString();
            HttpServerResponse response = request.response();
            if (text.contains(DOWN)) {
                end(response.setStatusCode(503), "application/json", UNAVAILABLE);
            } else if (text.contains("\"stream\":true")) {
                end(response.setChunked(true), "text/event-stream", STREAM);
            } else {
                end(response, "application/json", PLAIN);
            }
        });
    }

    private static void end(HttpServerResponse response, String type, Buffer body) {
        response.putHeader("content-type", type).end(body).onFailure(gone -> {});
    }
}
