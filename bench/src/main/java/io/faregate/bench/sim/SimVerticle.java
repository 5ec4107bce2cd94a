package io.faregate.bench.sim;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP side of the simulated provider, one instance an event loop.
 *
 * <p>{@code /v1/…} serves every model, {@code /PROVIDER/v1/…} those of one provider. {@code GET /control} tells the
 * counters, {@code POST /control} with {@code {"model":M,"outage":true}} switches a model off and on.
 */
final class SimVerticle extends VerticleBase {
    private final SimModels models;
    private final int port;
    private @Nullable ChatEndpoint chat;
    private final IntConsumer bound;

    SimVerticle(SimModels models, int port, IntConsumer bound) {
        this.models = models;
        this.port = port;
        this.bound = bound;
    }

    @Override
    public Future<?> start() {
        chat = new ChatEndpoint(vertx, models);
        HttpServer server = vertx.createHttpServer(
                new HttpServerOptions().setTcpNoDelay(true).setIdleTimeout(0));
        return server.requestHandler(this::route)
                .listen(port, "127.0.0.1")
                .onSuccess(listening -> bound.accept(listening.actualPort()));
    }

    private void route(HttpServerRequest request) {
        String path = Objects.requireNonNullElse(request.path(), "");
        int versioned = path.indexOf("/v1/");
        String provider = versioned > 0 ? path.substring(1, versioned) : null;
        String rest = versioned >= 0 ? path.substring(versioned) : path;
        boolean post = request.method().equals(HttpMethod.POST);
        if (post && rest.equals("/v1/chat/completions") && chat != null) {
            chat.handle(request, provider);
        } else if (!post && rest.equals("/v1/models")) {
            Reply.json(request.response(), 200, list(provider));
        } else if (!post && path.equals("/control")) {
            Reply.json(request.response(), 200, counters());
        } else if (post && path.equals("/control")) {
            request.body().onSuccess(body -> control(request, body));
        } else if (path.equals("/livez")) {
            request.response().end("ok").onFailure(gone -> {});
        } else {
            Reply.error(request.response(), 404, "invalid_request_error", "unknown_url", "There is nothing here.");
        }
    }

    private Buffer list(@Nullable String provider) {
        JsonArray data = new JsonArray();
        for (SimModel model : models.all()) {
            if (provider == null || provider.equals(model.settings.provider())) {
                data.add(new JsonObject()
                        .put("id", model.settings.name())
                        .put("object", "model")
                        .put("owned_by", model.settings.provider()));
            }
        }
        return new JsonObject().put("object", "list").put("data", data).toBuffer();
    }

    private Buffer counters() {
        JsonArray all = new JsonArray();
        for (SimModel model : models.all()) {
            all.add(new JsonObject()
                    .put("model", model.settings.name())
                    .put("outage", model.outage())
                    .put("calls", model.calls())
                    .put("failed", model.failed.sum())
                    .put("input_tokens", model.inputTokens.sum())
                    .put("output_tokens", model.outputTokens.sum()));
        }
        return new JsonObject().put("models", all).toBuffer();
    }

    private void control(HttpServerRequest request, Buffer body) {
        SimModel model = null;
        Boolean outage = null;
        try {
            JsonObject command = body.toJsonObject();
            model = models.find(null, command.getString("model", ""));
            outage = command.getBoolean("outage");
        } catch (RuntimeException notJson) {
            outage = null;
        }
        if (model == null || outage == null) {
            Reply.error(
                    request.response(),
                    400,
                    "invalid_request_error",
                    "invalid_value",
                    "Expected a known model and outage true or false.");
            return;
        }
        model.setOutage(outage);
        Reply.json(request.response(), 200, counters());
    }
}
