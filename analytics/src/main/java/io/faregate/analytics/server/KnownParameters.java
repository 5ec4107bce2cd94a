package io.faregate.analytics.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Refuses a query parameter that an operation does not know, by the service's own description: a misspelled filter
 * would be answered as if nothing had been asked. The page's own paths take any, since it keeps its filters there.
 */
final class KnownParameters {
    private KnownParameters() {}

    /** Mounts the check before whatever is mounted later. */
    static void mount(Router router, JsonNode description) {
        for (Map.Entry<String, JsonNode> path : description.path("paths").properties()) {
            if (!path.getKey().startsWith("/v1/")) {
                continue;
            }
            String pattern = path.getKey().replaceAll("\\{([^}]+)}", ":$1");
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                List<String> known = names(description, operation.getValue());
                router.route(HttpMethod.valueOf(operation.getKey().toUpperCase(Locale.ROOT)), pattern)
                        .handler(context -> {
                            for (String name : context.queryParams().names()) {
                                if (!known.contains(name)) {
                                    throw Problem.badRequest("query parameter " + name + ": unknown; expected "
                                            + (known.isEmpty() ? "none" : "some of " + String.join(", ", known)));
                                }
                            }
                            context.next();
                        });
            }
        }
    }

    private static List<String> names(JsonNode description, JsonNode operation) {
        List<String> names = new ArrayList<>();
        for (JsonNode parameter : operation.path("parameters")) {
            JsonNode described = parameter.has("$ref")
                    ? description.at(parameter.path("$ref").asText().substring(1))
                    : parameter;
            if (described.path("in").asText().equals("query")) {
                names.add(described.path("name").asText());
            }
        }
        return List.copyOf(names);
    }
}
