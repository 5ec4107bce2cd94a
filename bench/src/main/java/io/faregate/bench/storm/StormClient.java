package io.faregate.bench.storm;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpResponse;

/** One client: call after call until the storm is over, each under a request id of its own. Confined to its loop. */
final class StormClient {
    private static final long TIMEOUT_MILLIS = 60_000;

    private final Storm storm;
    private final int number;
    private final Promise<Void> end = Promise.promise();
    private int calls;

    StormClient(Storm storm, int number) {
        this.storm = storm;
        this.number = number;
    }

    /** Completes after the last answer. */
    Future<Void> start() {
        next();
        return end.future();
    }

    private void next() {
        if (!storm.blowing()) {
            end.complete();
            return;
        }
        String id = storm.name() + "-" + number + "-" + calls++;
        boolean stream = calls % 3 == 0;
        storm.sent();
        storm.client()
                .post(storm.router().getPort(), storm.router().getHost(), "/v1/chat/completions")
                .putHeader("X-Request-Id", id)
                .putHeader("X-Task-Id", storm.name() + "-" + number + "-" + calls / 4)
                .putHeader("Content-Type", "application/json")
                .timeout(TIMEOUT_MILLIS)
                .sendBuffer(
                        Buffer.buffer("{\"model\":\"storm\",\"messages\":[{\"role\":\"user\",\"content\":\"Weather, "
                                + id + "?\"}],\"max_tokens\":64,\"stream\":" + stream + "}"))
                .onSuccess(answer -> answered(id, stream, answer))
                .onFailure(lost -> {
                    storm.lost(id + ": " + lost.getMessage());
                    storm.afterPause(this::next);
                });
    }

    private void answered(String id, boolean stream, HttpResponse<Buffer> answer) {
        String body = String.valueOf(answer.bodyAsString());
        boolean whole = answer.statusCode() == 200 && (!stream || body.endsWith("data: [DONE]\n\n"));
        if (whole) {
            storm.answered(id);
        } else {
            storm.refused(id, answer.statusCode() + " " + body);
        }
        storm.afterPause(this::next);
    }
}
