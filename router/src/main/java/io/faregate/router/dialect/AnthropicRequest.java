package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.ChatRequest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Turns a chat completion request into one for Anthropic's Messages API. Stateless. */
final class AnthropicRequest {
    private static final long MAX_TOKENS_IF_UNKNOWN = 4096;

    /** What the Messages API has no word for; told, because it was asked for. */
    private static final List<String> UNSAYABLE = List.of(
            "n",
            "seed",
            "presence_penalty",
            "frequency_penalty",
            "logit_bias",
            "logprobs",
            "top_logprobs",
            "prediction",
            "modalities",
            "audio",
            "verbosity",
            "web_search_options");

    private AnthropicRequest() {}

    /** The request for a candidate. */
    static Outgoing of(Ask ask) {
        byte[] body = ask.request().body();
        JsonNode chat = Json.read(body, 0, body.length);
        List<String> changed = new ArrayList<>(0);
        ObjectNode out = Json.object();
        out.put("model", ask.candidate().model());
        long maxTokens = maxTokens(ask);
        out.put("max_tokens", maxTokens);
        new AnthropicTurns(ask.away(), changed).put(chat.path("messages"), out);
        tools(chat, out, ask.candidate(), changed);
        stop(chat.path("stop"), out);
        AnthropicThinking.put(ask, chat, maxTokens, out, changed);
        sampling(chat, out, ask.candidate(), changed);
        format(chat.path("response_format"), out, changed);
        if (chat.path("user").isTextual()) {
            out.putObject("metadata").put("user_id", chat.path("user").asText());
        }
        if (ask.request().facts().stream()) {
            out.put("stream", true);
        }
        for (String name : UNSAYABLE) {
            if (isAsked(name, chat.path(name))) {
                changed.add(name);
            }
        }
        for (String name : ask.refused()) {
            if (out.remove(name) != null) {
                changed.add(name);
            }
        }
        return new Outgoing("/messages", new ByteSlices().add(Json.write(out)), List.copyOf(changed));
    }

    /** Whether a member says anything but what the API does anyway. */
    private static boolean isAsked(String name, JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return false;
        }
        return switch (name) {
            case "n" -> value.asInt(1) != 1;
            case "logprobs" -> value.asBoolean();
            case "presence_penalty", "frequency_penalty" -> value.asDouble() != 0;
            case "modalities" -> !value.toString().equals("[\"text\"]");
            default -> true;
        };
    }

    private static long maxTokens(Ask ask) {
        if (ask.maxTokens() != ChatRequest.NO_MAXIMUM) {
            return ask.maxTokens();
        }
        long asked = ask.request().facts().askedOutputTokens();
        if (asked != RouteRequest.NOT_ASKED) {
            return asked;
        }
        long most = ask.candidate().maxOutputTokens();
        return most == Candidate.UNKNOWN ? MAX_TOKENS_IF_UNKNOWN : most;
    }

    private static void tools(JsonNode chat, ObjectNode out, Candidate to, List<String> changed) {
        ArrayNode tools = Json.array();
        for (JsonNode tool : chat.path("tools")) {
            tools.add(tool(tool, tool.path(tool.path("type").asText("function"))));
        }
        for (JsonNode function : chat.path("functions")) {
            tools.add(tool(function, function));
        }
        if (tools.isEmpty()) {
            return;
        }
        out.set("tools", tools);
        ObjectNode choice = choice(chat.path("tool_choice"));
        boolean forced = choice.path("type").asText().equals("any")
                || choice.path("type").asText().equals("tool");
        if (forced && AnthropicThinking.refusesForcedTools(to.model())) {
            choice = Json.object().put("type", "auto");
            changed.add("tool_choice=auto");
        }
        JsonNode parallel = chat.path("parallel_tool_calls");
        if (parallel.isBoolean() && !parallel.asBoolean()) {
            if (choice.isEmpty()) {
                choice.put("type", "auto");
            }
            if (!choice.path("type").asText().equals("none")) {
                choice.put("disable_parallel_tool_use", true);
            }
        }
        if (!choice.isEmpty()) {
            out.set("tool_choice", choice);
        }
    }

    private static ObjectNode tool(JsonNode tool, JsonNode function) {
        ObjectNode out = Json.object();
        out.put("name", function.path("name").asText());
        if (function.path("description").isTextual()) {
            out.set("description", function.path("description"));
        }
        JsonNode schema = function.path("parameters");
        out.set("input_schema", schema.isObject() ? schema : Json.object().put("type", "object"));
        if (tool.has("cache_control")) {
            out.set("cache_control", tool.path("cache_control"));
        }
        return out;
    }

    private static ObjectNode choice(JsonNode choice) {
        ObjectNode out = Json.object();
        switch (choice.asText()) {
            case "auto" -> out.put("type", "auto");
            case "required" -> out.put("type", "any");
            case "none" -> out.put("type", "none");
            default -> {
                String name = choice.path("function").path("name").asText("");
                if (!name.isEmpty()) {
                    out.put("type", "tool").put("name", name);
                }
            }
        }
        return out;
    }

    private static void stop(JsonNode stop, ObjectNode out) {
        ArrayNode sequences = Json.array();
        for (JsonNode sequence : stop.isArray() ? stop : Json.array().add(stop)) {
            if (sequence.isTextual() && !sequence.asText().isBlank()) {
                sequences.add(sequence);
            }
        }
        if (!sequences.isEmpty()) {
            out.set("stop_sequences", sequences);
        }
    }

    private static void sampling(JsonNode chat, ObjectNode out, Candidate to, List<String> changed) {
        boolean fixed = to.fixedSampling() || AnthropicThinking.hasFixedSampling(to.model()) || out.has("thinking");
        for (String name : List.of("temperature", "top_p", "top_k")) {
            JsonNode value = chat.path(name);
            if (!value.isNumber()) {
                continue;
            }
            boolean beside = name.equals("top_p") && out.has("temperature") && AnthropicThinking.takesOneOf(to.model());
            if (fixed || beside) {
                changed.add(name);
            } else if (name.equals("temperature") && value.decimalValue().compareTo(BigDecimal.ONE) > 0) {
                out.put(name, 1);
                changed.add("temperature=1");
            } else {
                out.set(name, value);
            }
        }
    }

    private static void format(JsonNode format, ObjectNode out, List<String> changed) {
        JsonNode schema = format.path("json_schema").path("schema");
        if (format.path("type").asText().equals("json_schema") && schema.isObject()) {
            ObjectNode config = out.path("output_config").isObject()
                    ? (ObjectNode) out.path("output_config")
                    : out.putObject("output_config");
            config.putObject("format").put("type", "json_schema").set("schema", schema);
        } else if (format.isObject() && !format.path("type").asText("text").equals("text")) {
            changed.add("response_format");
        }
    }
}
