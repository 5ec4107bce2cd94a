package io.faregate.bench.demo;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.client.HttpResponse;

/** One agent: task after task, call after call, and a word at the end of each on how it went. Confined to its loop. */
final class Agent {
    private static final long CALL_TIMEOUT_MILLIS = 30_000;

    private final AgentLoad load;
    private final Promise<Void> end = Promise.promise();

    Agent(AgentLoad load) {
        this.load = load;
    }

    /** Completes when no task is left to begin. */
    Future<Void> start() {
        next();
        return end.future();
    }

    private void next() {
        if (!load.open()) {
            end.complete();
            return;
        }
        call(Task.of(load.tally().started.getAndIncrement()), 0);
    }

    private void call(Task task, int index) {
        load.client()
                .post(load.router().getPort(), load.router().getHost(), "/v1/chat/completions")
                .putHeader("X-Task-Id", task.id())
                .putHeader(HttpHeaders.CONTENT_TYPE.toString(), "application/json")
                .timeout(CALL_TIMEOUT_MILLIS)
                .sendBuffer(Buffer.buffer(task.body(load.route(), index)))
                .onSuccess(answer -> answered(task, index, answer))
                .onFailure(lost -> {
                    load.tally().notice(task.id() + ": " + lost.getMessage());
                    next();
                });
    }

    private void answered(Task task, int index, HttpResponse<Buffer> answer) {
        String body = String.valueOf(answer.bodyAsString());
        if (answer.statusCode() == 402) {
            load.tally().refuse("HTTP 402 " + body);
            next();
            return;
        }
        boolean whole = answer.statusCode() == 200 && (!task.streamed(index) || body.endsWith("data: [DONE]\n\n"));
        if (!whole) {
            load.tally().notice(task.id() + ": HTTP " + answer.statusCode() + " " + body);
            next();
            return;
        }
        load.tally().answered.increment();
        if (task.streamed(index)) {
            load.tally().streamed.increment();
        }
        if (index + 1 < task.calls()) {
            call(task, index + 1);
        } else {
            feedback(task, String.valueOf(answer.getHeader("X-Faregate-Model")));
        }
    }

    private void feedback(Task task, String model) {
        boolean success = task.succeeds(load.quality(model));
        load.client()
                .post(load.router().getPort(), load.router().getHost(), "/v1/feedback")
                .putHeader(HttpHeaders.CONTENT_TYPE.toString(), "application/json")
                .timeout(CALL_TIMEOUT_MILLIS)
                .sendBuffer(
                        Buffer.buffer("{\"task_id\":\"" + task.id() + "\",\"success\":" + success + ",\"final\":true}"))
                .onComplete(told -> {
                    if (told.failed() || told.result().statusCode() != 202) {
                        load.tally().notice(task.id() + ": feedback was not taken");
                    }
                    load.tally().finished.increment();
                    next();
                });
    }
}
