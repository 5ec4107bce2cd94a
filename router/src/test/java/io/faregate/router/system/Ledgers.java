package io.faregate.router.system;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.faregate.router.testing.LoopbackClient;
import java.io.IOException;
import java.math.BigDecimal;

/** What a router says of its budgets and of itself, asked over HTTP. Stateless. */
final class Ledgers {
    static final String ADMIN_KEY = "sk-admin-key-of-the-tests";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Ledgers() {}

    /** The whole page. */
    static JsonNode page(RouterProcess router) throws IOException {
        try (LoopbackClient client = new LoopbackClient(router.port())) {
            String head = "GET /v1/budgets HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer " + ADMIN_KEY;
            return JSON.readTree(client.say(head + "\r\n\r\n").read().body());
        }
    }

    /** The budget of everybody, of today. */
    static JsonNode global(JsonNode page) {
        JsonNode last = JSON.missingNode();
        for (JsonNode budget : page.path("budgets")) {
            last = budget.path("name").asText().equals("global") ? budget : last;
        }
        return last;
    }

    static BigDecimal usd(JsonNode budget, String field) {
        return budget.path(field).decimalValue();
    }

    /** What a page of plain text says. */
    static String text(RouterProcess router, String path) throws IOException {
        try (LoopbackClient client = new LoopbackClient(router.port())) {
            return client.ask("GET", path).read().body();
        }
    }
}
