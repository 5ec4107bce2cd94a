package io.faregate.analytics.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.AnalyticsConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Asks a running service. Blocks; for one thread. */
public final class ServiceClient {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();
    private final URI base;
    private final @Nullable String key;

    /** A client that shows this key, if there is one. */
    public ServiceClient(URI base, @Nullable String key) {
        this.base = base;
        this.key = key;
    }

    /** The service does not answer, or answers with a problem. */
    public static final class Unanswered extends Exception {
        private static final long serialVersionUID = 1L;

        private final boolean nobodyThere;

        /** With what was asked and what came of it. */
        public Unanswered(String message, boolean nobodyThere) {
            super(message);
            this.nobodyThere = nobodyThere;
        }

        /** Whether there is no service at all. */
        public boolean nobodyThere() {
            return nobodyThere;
        }
    }

    /** The answer to a POST, whatever its status. */
    public record Posted(int status, @Nullable String retryAfter, JsonNode body) {}

    /** The address of the service that the settings describe; one on all addresses is asked on this machine's own. */
    public static URI of(AnalyticsConfig settings) {
        String host = settings.host();
        if (host.equals("0.0.0.0") || host.equals("::")) {
            host = "127.0.0.1";
        }
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + settings.port());
    }

    /** The answer to a GET, as a tree. */
    public JsonNode get(String path) throws Unanswered, InterruptedException {
        HttpResponse<String> response = send(HttpRequest.newBuilder(base.resolve(path)));
        JsonNode body = tree(response);
        if (response.statusCode() != 200) {
            throw new Unanswered(
                    base.resolve(path) + " answered " + response.statusCode() + ": "
                            + body.path("detail").asText("without a reason"),
                    false);
        }
        return body;
    }

    /** The answer to a POST of rows. */
    public Posted post(String path, byte[] body) throws Unanswered, InterruptedException {
        HttpResponse<String> response = send(HttpRequest.newBuilder(base.resolve(path))
                .POST(BodyPublishers.ofByteArray(body))
                .header("Content-Type", "application/x-ndjson"));
        return new Posted(
                response.statusCode(),
                response.headers().firstValue("Retry-After").orElse(null),
                tree(response));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Unanswered, InterruptedException {
        request.timeout(ANSWER);
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            String why = e.getMessage() == null ? "" : ": " + e.getMessage();
            throw new Unanswered("no analytics service answers at " + base + why, true);
        }
    }

    private static JsonNode tree(HttpResponse<String> response) throws Unanswered {
        try {
            return Json.parse(response.body());
        } catch (IllegalArgumentException e) {
            throw new Unanswered(response.uri() + " answered " + response.statusCode() + " without JSON", false);
        }
    }
}
