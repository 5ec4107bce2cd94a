package io.faregate.analytics.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.server.Answers.Body;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** {@code /openapi.json}: the service described in OpenAPI 3.1, a file that tests hold against what is answered. */
final class DescriptionApi {
    private final Body description = new Body("application/json", text());

    void mount(Router router) {
        router.get("/openapi.json").handler(context -> Answers.send(context, description));
    }

    /** The description. */
    JsonNode tree() {
        return Json.parse(description.text());
    }

    private static String text() {
        try (InputStream in = DescriptionApi.class.getResourceAsStream("openapi.json")) {
            if (in == null) {
                throw new IllegalStateException("resource missing: openapi.json");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
