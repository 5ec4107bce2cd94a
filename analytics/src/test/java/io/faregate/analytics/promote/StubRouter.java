package io.faregate.analytics.promote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.Json;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The canary pages of a router on loopback: known record ids answer as before, what was not expected is a 409. */
public final class StubRouter implements AutoCloseable {
    /** What it wants to see. */
    public static final String KEY = "admin-key";

    private final HttpServer server;
    private final Set<String> known = new HashSet<>();
    private final List<JsonNode> changes = Collections.synchronizedList(new ArrayList<>());
    private String primary = "a";
    private String challenger = "c";
    private String promotion = "auto";
    private BigDecimal percent;
    private boolean losesAnswers;
    private boolean out;
    private String overrides = "[]";
    private String budgets = "[]";

    /** A router whose challenger has this share. */
    public StubRouter(Vertx vertx, int percent) {
        this.percent = BigDecimal.valueOf(percent);
        this.server = vertx.createHttpServer()
                .requestHandler(this::handle)
                .listen(0, "127.0.0.1")
                .await();
    }

    /** Where it listens. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.actualPort());
    }

    /** {@code primary challenger percent}. */
    public synchronized String state() {
        return primary + " " + challenger + " " + percent.toPlainString();
    }

    /** What a person sets. */
    synchronized void set(int value) {
        percent = BigDecimal.valueOf(value);
    }

    /** As it stands after a promotion. */
    public synchronized void promote() {
        make("promote", Json.object());
    }

    synchronized void leaveToAPerson() {
        promotion = "manual";
    }

    synchronized void loseAnswers(boolean lose) {
        losesAnswers = lose;
    }

    /** Whether it answers nobody. */
    public synchronized void out(boolean isOut) {
        out = isOut;
    }

    /** What its pages of overrides and budgets list. */
    public synchronized void tellCaps(String overrideList, String budgetList) {
        overrides = overrideList;
        budgets = budgetList;
    }

    /** The changes that were made, as they were sent. */
    public List<JsonNode> changes() {
        return List.copyOf(changes);
    }

    private void handle(HttpServerRequest request) {
        request.body().onSuccess(body -> answer(request, body.toString()));
    }

    private synchronized void answer(HttpServerRequest request, String body) {
        if (out) {
            request.connection().close();
            return;
        }
        if (!("Bearer " + KEY).equals(request.getHeader("Authorization"))) {
            problem(request, 401, "The admin key is missing or wrong.");
            return;
        }
        if (request.path().equals("/admin/config")) {
            request.response().end("{\"overrides\":" + overrides + "}");
            return;
        }
        if (request.path().equals("/v1/budgets")) {
            request.response().end("{\"budgets\":" + budgets + "}");
            return;
        }
        String page = request.path().replaceFirst("^/admin/routes/[^/]+/", "");
        if (request.method().name().equals("GET")) {
            request.response().end(Json.print(page()));
            return;
        }
        JsonNode change = Json.parse(body);
        if (known.add(change.path("record_id").asText())) {
            if (!expected(change.path("expected"))) {
                known.remove(change.path("record_id").asText());
                problem(request, 409, "found " + state());
                return;
            }
            make(page, change);
            changes.add(change);
        }
        if (losesAnswers) {
            request.connection().close();
        } else {
            request.response().end(Json.print(page()));
        }
    }

    private boolean expected(JsonNode expected) {
        return expected.path("experiment").asText().equals("e1")
                && expected.path("primary").asText().equals(primary)
                && expected.path("challenger").asText().equals(challenger)
                && expected.path("percent").decimalValue().compareTo(percent) == 0;
    }

    private void make(String page, JsonNode change) {
        switch (page) {
            case "promote" -> {
                String before = primary;
                primary = challenger;
                challenger = before;
            }
            case "rollback" -> {
                primary = "a";
                challenger = "c";
                percent = BigDecimal.ZERO;
            }
            default -> percent = change.path("percent").decimalValue();
        }
    }

    private ObjectNode page() {
        ObjectNode page =
                Json.object().put("route", "r").put("experiment", "e1").put("percent", percent);
        return page.put("challenger", challenger).put("primary", primary).put("promotion", promotion);
    }

    private static void problem(HttpServerRequest request, int status, String detail) {
        request.response().setStatusCode(status).end(Json.print(Json.object().put("detail", detail)));
    }

    @Override
    public void close() {
        server.close().await();
    }
}
