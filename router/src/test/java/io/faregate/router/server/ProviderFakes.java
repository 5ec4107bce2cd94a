package io.faregate.router.server;

import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.StubUpstream.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Providers as their documents describe them, as far as a tool loop goes: each refuses a history that the real one
 * refuses, and calls a tool until two results are there.
 */
final class ProviderFakes {
    static final JsonMapper JSON = JsonMapper.builder().build();

    private static final String PICTURE = "data:image/png;base64,aGk=";
    private static final Set<String> SIGNATURES = Set.of("sig-of-gemini", "skip_thought_signature_validator");

    private ProviderFakes() {}

    /** The next answer of a provider. */
    static Answer of(String provider) {
        return conversation -> {
            JsonNode asked = JSON.readTree(conversation.body());
            String fault = provider.equals("anthropic") ? anthropicFault(asked) : chatFault(provider, asked);
            Answer answer = fault != null
                    ? Answers.error(400, "invalid_request_error", "fake " + provider + ": " + fault)
                    : Answers.status(200, provider.equals("anthropic") ? message(asked) : chat(provider, asked));
            answer.to(conversation);
        };
    }

    private static @Nullable String chatFault(String provider, JsonNode asked) {
        List<String> open = new ArrayList<>();
        for (JsonNode message : asked.path("messages")) {
            String fault = messageFault(provider, message);
            if (fault != null) {
                return fault;
            }
            if (message.path("role").asText().equals("tool")
                    && !open.remove(message.path("tool_call_id").asText())) {
                return "a result of no call";
            }
            message.path("tool_calls").forEach(call -> open.add(call.path("id").asText()));
        }
        if (!asked.path("messages").path(0).path("content").toString().contains(PICTURE)) {
            return "the picture is gone";
        }
        if (!asked.path("response_format").path("type").asText().equals("json_schema")) {
            return "the schema is gone";
        }
        String limit = Set.of("openai", "groq").contains(provider) ? "max_completion_tokens" : "max_tokens";
        return asked.has(limit) ? open.isEmpty() ? null : "calls without results" : limit + " is missing";
    }

    private static @Nullable String messageFault(String provider, JsonNode message) {
        List<String> members = new ArrayList<>();
        message.fieldNames().forEachRemaining(members::add);
        boolean assistant = message.path("tool_calls").isArray();
        JsonNode first = message.path("tool_calls").path(0);
        return switch (provider) {
            case "gemini" ->
                assistant
                                && !SIGNATURES.contains(first.path("extra_content")
                                        .path("google")
                                        .path("thought_signature")
                                        .asText())
                        ? "Function call is missing a thought_signature"
                        : null;
            case "deepseek" ->
                assistant && !message.path("reasoning_content").isTextual()
                        ? "The reasoning_content in the thinking mode must be passed back"
                        : null;
            case "mistral" ->
                assistant && !first.path("id").asText().matches("[a-zA-Z0-9]{9}")
                        ? "Tool call id must be a-z, A-Z, 0-9, with a length of 9"
                        : unknown(members, first);
            case "groq" -> {
                // Its own word for it, which it takes back.
                members.remove("reasoning");
                yield unknown(members, first);
            }
            case "openai" -> unknown(members, first);
            default -> null;
        };
    }

    private static @Nullable String unknown(List<String> members, JsonNode call) {
        members.removeAll(List.of("role", "content", "tool_calls", "tool_call_id", "refusal"));
        List<String> ofCall = new ArrayList<>();
        call.fieldNames().forEachRemaining(ofCall::add);
        ofCall.removeAll(List.of("id", "type", "function"));
        return members.isEmpty() && ofCall.isEmpty() ? null : "unknown: " + members + ofCall;
    }

    private static String chat(String provider, JsonNode asked) {
        long results = StreamSupport.stream(asked.path("messages").spliterator(), false)
                .filter(message -> message.path("role").asText().equals("tool"))
                .count();
        ObjectNode message = JSON.createObjectNode().put("role", "assistant");
        if (results >= 2) {
            message.put("content", "done");
        } else {
            message.putNull("content");
            ObjectNode call = message.putArray("tool_calls").addObject();
            call.put("id", provider.equals("mistral") ? "Mistral0" + results : "call_of_" + provider + "_" + results);
            call.put("type", "function");
            call.putObject("function").put("name", "look").put("arguments", "{\"q\":\"x\"}");
            if (provider.equals("gemini")) {
                call.putObject("extra_content").putObject("google").put("thought_signature", "sig-of-gemini");
            }
        }
        if (provider.equals("deepseek") || provider.equals("openrouter")) {
            message.put(provider.equals("deepseek") ? "reasoning_content" : "reasoning", "hm");
        }
        ObjectNode answer = JSON.createObjectNode().put("id", "i").put("object", "chat.completion");
        ObjectNode choice = answer.putArray("choices").addObject().put("index", 0);
        choice.set("message", message);
        choice.put("finish_reason", results >= 2 ? "stop" : "tool_calls");
        answer.putObject("usage").put("prompt_tokens", 10).put("completion_tokens", 5);
        return answer.toString();
    }

    private static @Nullable String anthropicFault(JsonNode asked) {
        if (!asked.path("max_tokens").isNumber()) {
            return "max_tokens: Field required";
        }
        if (!asked.path("messages").path(0).path("content").toString().contains("\"data\":\"aGk=\"")) {
            return "the picture is gone";
        }
        if (!asked.path("output_config").path("format").path("schema").isObject()) {
            return "the schema is gone";
        }
        String before = "assistant";
        List<String> open = List.of();
        for (JsonNode message : asked.path("messages")) {
            String role = message.path("role").asText();
            if (role.equals(before)) {
                return "roles must alternate";
            }
            before = role;
            if (!ids(message, "tool_result", "tool_use_id").equals(open)) {
                return "tool_use ids were found without tool_result blocks immediately after";
            }
            open = ids(message, "tool_use", "id");
            for (JsonNode block : message.path("content")) {
                boolean thinks = block.path("type").asText().equals("thinking");
                if (thinks && !block.path("signature").asText().equals("sig-of-anthropic")) {
                    return "Invalid signature in thinking block";
                }
            }
        }
        return null;
    }

    private static List<String> ids(JsonNode message, String type, String member) {
        return StreamSupport.stream(message.path("content").spliterator(), false)
                .filter(block -> block.path("type").asText().equals(type))
                .map(block -> Objects.requireNonNull(block.path(member).asText()))
                .collect(toList());
    }

    private static String message(JsonNode asked) {
        long results = StreamSupport.stream(asked.path("messages").spliterator(), false)
                .mapToLong(message -> ids(message, "tool_result", "tool_use_id").size())
                .sum();
        ObjectNode answer = JSON.createObjectNode().put("id", "msg_1").put("type", "message");
        answer.put("role", "assistant").put("model", "claude");
        answer.withArray("content")
                .addObject()
                .put("type", "thinking")
                .put("thinking", "hm")
                .put("signature", "sig-of-anthropic");
        ObjectNode last = answer.withArray("content").addObject();
        if (results >= 2) {
            last.put("type", "text").put("text", "done");
        } else {
            last.put("type", "tool_use").put("id", "toolu_" + results).put("name", "look");
            last.putObject("input").put("q", "x");
        }
        answer.put("stop_reason", results >= 2 ? "end_turn" : "tool_use");
        answer.putObject("usage").put("input_tokens", 10).put("output_tokens", 5);
        return answer.toString();
    }
}
