package io.faregate.router.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A provider on the loopback that speaks OpenAI's chat completions; the model asked for says what it does. */
final class StubProvider implements AutoCloseable {
    static final String TEXT = "Zażółć gęślą jaźń";
    static final String ARGUMENTS = "{\"city\":\"Łódź\"}";

    /** One request that arrived. */
    record Call(String model, String authorization) {}

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String USAGE = "{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Call> calls = new CopyOnWriteArrayList<>();

    StubProvider() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    List<Call> calls() {
        return calls;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode request = JSON.readTree(exchange.getRequestBody());
        String model = request.path("model").asText();
        calls.add(new Call(model, exchange.getRequestHeaders().getFirst("Authorization")));
        boolean tools = request.has("tools");
        if (model.equals("down")) {
            json(
                    exchange,
                    503,
                    "{\"error\":{\"message\":\"down\",\"type\":\"server_error\",\"param\":null,\"code\":null}}");
        } else if (model.equals("picky")) {
            json(
                    exchange,
                    400,
                    "{\"error\":{\"message\":\"temperature must be at most 2\",\"type\":\"invalid_request_error\","
                            + "\"param\":\"temperature\",\"code\":null}}");
        } else if (request.path("stream").asBoolean()) {
            stream(exchange, model, tools);
        } else {
            json(exchange, 200, plain(model, tools));
        }
    }

    private static String plain(String model, boolean tools) {
        String content = tools ? "null" : quoted(TEXT);
        String calls = tools ? ",\"tool_calls\":[" + toolCall(ARGUMENTS) + "]" : "";
        return "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1700000000,\"model\":\"" + model
                + "\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":" + content
                + ",\"refusal\":null" + calls + "},\"finish_reason\":\"" + (tools ? "tool_calls" : "stop")
                + "\",\"logprobs\":null}],\"usage\":" + USAGE + "}";
    }

    private static void stream(HttpExchange exchange, String model, boolean tools) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        event(out, chunk(model, "{\"role\":\"assistant\",\"content\":null}", "null"));
        if (tools) {
            event(out, chunk(model, "{\"tool_calls\":[" + toolCall("") + "]}", "null"));
            event(
                    out,
                    chunk(
                            model,
                            "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":" + quoted(ARGUMENTS) + "}}]}",
                            "null"));
        } else {
            event(out, chunk(model, "{\"content\":" + quoted(TEXT.substring(0, 7)) + "}", "null"));
            event(out, chunk(model, "{\"content\":" + quoted(TEXT.substring(7)) + "}", "null"));
        }
        if (model.equals("torn")) {
            // Without the last chunk of the transfer coding: the server closes the connection in the middle.
            throw new IOException("torn on purpose");
        }
        event(out, chunk(model, "{}", tools ? "\"tool_calls\"" : "\"stop\""));
        event(out, head(model) + "\"choices\":[],\"usage\":" + USAGE + "}");
        event(out, "[DONE]");
        exchange.close();
    }

    private static String head(String model) {
        return "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,\"model\":\"" + model
                + "\",";
    }

    private static String chunk(String model, String delta, String finish) {
        return head(model) + "\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + finish
                + ",\"logprobs\":null}]}";
    }

    private static String toolCall(String arguments) {
        return "{\"index\":0,\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"weather\",\"arguments\":"
                + quoted(arguments) + "}}";
    }

    private static String quoted(String text) {
        return JSON.getNodeFactory().textNode(text).toString();
    }

    private static void event(OutputStream out, String data) throws IOException {
        out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static void json(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
