package io.faregate.bench.sim;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Chat completions: draws the fate of a call and carries it out. Confined to one event loop. */
final class ChatEndpoint {
    private final Vertx vertx;
    private final SimModels models;

    ChatEndpoint(Vertx vertx, SimModels models) {
        this.vertx = vertx;
        this.models = models;
    }

    void handle(HttpServerRequest request, @Nullable String provider) {
        request.body()
                .onSuccess(body -> answer(request.response(), provider, body))
                .onFailure(gone -> request.connection().close());
    }

    private void answer(HttpServerResponse response, @Nullable String provider, Buffer body) {
        ChatFacts facts;
        try {
            facts = ChatFacts.read(body.getBytes(), models.drawByBody());
        } catch (IOException e) {
            Reply.error(response, 400, "invalid_request_error", "invalid_value", "The body is not a JSON object.");
            return;
        }
        SimModel model = models.find(provider, facts.model);
        if (model == null) {
            Reply.error(response, 404, "invalid_request_error", "model_not_found", "The model does not exist.");
            return;
        }
        long number = model.arrive();
        if (model.outage()) {
            model.failed.increment();
            Reply.error(response, 503, "server_error", "server_error", "The server had an error.");
            return;
        }
        Fate fate = Fate.draw(model.settings, models.seed(model, models.drawByBody() ? facts.bodyHash : number));
        Call call = new Call(response, model, facts, fate, number);
        if (fate.latencyMillis() == 0) {
            finish(call);
        } else {
            vertx.setTimer(fate.latencyMillis(), timer -> finish(call));
        }
    }

    private void finish(Call call) {
        if (call.response.closed()) {
            return;
        }
        Fault fault = call.fate.fault();
        if (fault != null) {
            call.model.failed.increment();
        } else {
            call.model.inputTokens.add(call.facts.promptTokens);
            call.model.outputTokens.add(call.outputTokens());
        }
        if (fault == Fault.HANG) {
            return;
        }
        if (fault == Fault.ERROR_500) {
            Reply.error(call.response, 500, "server_error", "server_error", "The server had an error.");
        } else if (fault == Fault.RATE_LIMIT_429) {
            call.response.putHeader("retry-after", Integer.toString(call.model.settings.retryAfterSeconds()));
            Reply.error(call.response, 429, "requests", "rate_limit_exceeded", "Rate limit reached.");
        } else if (call.facts.stream) {
            new StreamAnswer(vertx, call).start();
        } else if (fault == Fault.ERROR_EVENT) {
            Reply.error(call.response, 200, "server_error", "server_error", "The server had an error.");
        } else {
            plain(call, fault == Fault.CUT);
        }
    }

    private static void plain(Call call, boolean cut) {
        Buffer body = call.model.bytes.plain(
                call.number, call.createdSeconds, call.facts.promptTokens, call.outputTokens(), call.finishReason());
        if (!cut) {
            Reply.json(call.response, 200, body);
            return;
        }
        call.response.putHeader(HttpHeaders.CONTENT_TYPE, Reply.JSON);
        call.response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
        call.response.write(body.slice(0, body.length() / 2)).onComplete(written -> call.response.reset());
    }

    /** One call that is being answered. */
    static final class Call {
        final HttpServerResponse response;
        final SimModel model;
        final ChatFacts facts;
        final Fate fate;
        final long number;
        final long createdSeconds = System.currentTimeMillis() / 1000;

        Call(HttpServerResponse response, SimModel model, ChatFacts facts, Fate fate, long number) {
            this.response = response;
            this.model = model;
            this.facts = facts;
            this.fate = fate;
            this.number = number;
        }

        int outputTokens() {
            return Math.min(fate.outputTokens(), Math.max(1, facts.maxTokens));
        }

        String finishReason() {
            return fate.outputTokens() > facts.maxTokens ? "length" : "stop";
        }
    }
}
