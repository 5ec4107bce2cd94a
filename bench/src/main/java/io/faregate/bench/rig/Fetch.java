package io.faregate.bench.rig;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Blocking JSON requests to the started programs; decimals stay exact. Thread-safe. */
public final class Fetch {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private Fetch() {}

    /**
     * The document at {@code url}.
     *
     * @throws IOException no answer, or one other than 200
     */
    public static JsonNode get(String url) throws IOException, InterruptedException {
        return read(HttpRequest.newBuilder(URI.create(url)));
    }

    /** Posts a document and returns the answer's; errors as in {@link #get}. */
    public static JsonNode post(String url, String body) throws IOException, InterruptedException {
        return read(HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.ofString(body)));
    }

    /** The value of a counter without labels in a program's {@code /metrics}. */
    public static long metric(String url, String name) throws IOException, InterruptedException {
        String text = send(HttpRequest.newBuilder(URI.create(url + "/metrics")));
        return text.lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new IOException(url + " tells no " + name));
    }

    private static JsonNode read(HttpRequest.Builder request) throws IOException, InterruptedException {
        return JSON.readTree(send(request));
    }

    private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                CLIENT.send(request.timeout(Duration.ofSeconds(15)).build(), BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(answer.uri() + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }
}
