package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.wire.ByteSlices;

/** Clients that speak OpenAI's Responses API. */
enum ResponsesForm implements ClientForm {
    INSTANCE;

    @Override
    public boolean translates() {
        return true;
    }

    @Override
    public Translated chatRequest(byte[] body) {
        return ResponsesRequest.toChat(body);
    }

    @Override
    public ClientEventWriter events() {
        return new ResponsesEvents();
    }

    @Override
    public ByteSlices answer(ByteSlices chat) {
        byte[] bytes = chat.toByteArray();
        JsonNode completion = Json.read(bytes, 0, bytes.length);
        if (NativeText.isIn(completion)) {
            return NativeText.of(completion, null);
        }
        JsonNode choice = completion.path("choices").path(0);
        String id = completion.path("id").asText("");
        ArrayNode output = output(choice.path("message"), id);
        String finish = choice.path("finish_reason").asText("stop");
        ObjectNode out = response(id, completion.path("created").asLong(0), completion.path("model"));
        end(out, output, finish, completion.path("usage"));
        if (completion.has("faregate")) {
            out.set("faregate", completion.path("faregate"));
        }
        return new ByteSlices().add(Json.write(out));
    }

    /** A response that has begun. */
    static ObjectNode response(String id, long created, JsonNode model) {
        ObjectNode out = Json.object();
        out.put("id", id.startsWith("resp_") ? id : "resp_" + id).put("object", "response");
        out.put("created_at", created).put("status", "in_progress");
        out.putNull("error").putNull("incomplete_details");
        out.set("model", model);
        out.putArray("output");
        return out;
    }

    /** Ends a response with what it has become. */
    static void end(ObjectNode response, ArrayNode output, String finish, JsonNode usage) {
        boolean incomplete = finish.equals("length") || finish.equals("content_filter");
        response.put("status", incomplete ? "incomplete" : "completed");
        if (incomplete) {
            response.putObject("incomplete_details")
                    .put("reason", finish.equals("length") ? "max_output_tokens" : finish);
        }
        response.set("output", output);
        if (usage.isObject()) {
            response.set("usage", usage(usage));
        }
    }

    private static ArrayNode output(JsonNode message, String id) {
        ArrayNode output = Json.array();
        String reasoning = message.path("reasoning_content")
                .asText(message.path("reasoning").asText(""));
        if (!reasoning.isEmpty()) {
            output.add(reasoning("rs_" + id, reasoning));
        }
        String text = text(message.path("content"));
        String refusal = message.path("refusal").asText("");
        if (!text.isEmpty() || !refusal.isEmpty() || message.path("tool_calls").isEmpty()) {
            output.add(message("msg_" + id, text, refusal));
        }
        for (JsonNode call : message.path("tool_calls")) {
            JsonNode function = call.path("function");
            output.add(call(
                    call.path("id").asText(),
                    function.path("name").asText(),
                    function.path("arguments").asText("")));
        }
        return output;
    }

    private static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.asText();
        }
        StringBuilder text = new StringBuilder();
        content.forEach(part -> text.append(part.path("text").asText("")));
        return text.toString();
    }

    static ObjectNode reasoning(String id, String text) {
        ObjectNode item = Json.object().put("type", "reasoning").put("id", id);
        item.putArray("summary").addObject().put("type", "summary_text").put("text", text);
        return item;
    }

    static ObjectNode message(String id, String text, String refusal) {
        ObjectNode item = Json.object().put("type", "message").put("id", id);
        item.put("status", "completed").put("role", "assistant");
        ArrayNode content = item.putArray("content");
        if (!refusal.isEmpty()) {
            content.addObject().put("type", "refusal").put("refusal", refusal);
        } else {
            content.addObject().put("type", "output_text").put("text", text).putArray("annotations");
        }
        return item;
    }

    static ObjectNode call(String id, String name, String arguments) {
        ObjectNode item = Json.object().put("type", "function_call").put("id", "fc_" + id);
        item.put("call_id", id).put("name", name).put("arguments", arguments);
        return item.put("status", "completed");
    }

    private static ObjectNode usage(JsonNode usage) {
        long prompt = usage.path("prompt_tokens").asLong(0);
        long completion = usage.path("completion_tokens").asLong(0);
        ObjectNode out = Json.object().put("input_tokens", prompt);
        out.putObject("input_tokens_details")
                .put(
                        "cached_tokens",
                        usage.path("prompt_tokens_details")
                                .path("cached_tokens")
                                .asLong(0));
        out.put("output_tokens", completion);
        out.putObject("output_tokens_details")
                .put(
                        "reasoning_tokens",
                        usage.path("completion_tokens_details")
                                .path("reasoning_tokens")
                                .asLong(0));
        return out.put("total_tokens", prompt + completion);
    }
}
