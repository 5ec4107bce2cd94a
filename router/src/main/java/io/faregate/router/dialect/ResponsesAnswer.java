package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Tells what an answer of OpenAI's Responses API means as a chat completion. Stateless. */
final class ResponsesAnswer {
    private ResponsesAnswer() {}

    /** The chat completion; the same array for what is no response, or a failed one. */
    static byte[] toChat(byte[] body) {
        JsonNode response = Json.read(body, 0, body.length);
        if (!response.path("object").asText().equals("response")
                || response.path("status").asText().equals("failed")) {
            return body;
        }
        ObjectNode out = Json.object();
        out.set("id", response.path("id"));
        out.put("object", "chat.completion");
        out.put("created", response.path("created_at").asLong(0));
        out.set("model", response.path("model"));
        ObjectNode choice = out.putArray("choices").addObject().put("index", 0);
        ObjectNode message = choice.putObject("message").put("role", "assistant");
        StringBuilder text = new StringBuilder();
        StringBuilder refusal = new StringBuilder();
        ArrayNode calls = Json.array();
        for (JsonNode item : response.path("output")) {
            for (JsonNode part : item.path("content")) {
                text.append(part.path("text").asText(""));
                refusal.append(part.path("refusal").asText(""));
            }
            if (item.path("type").asText().equals("function_call")) {
                ObjectNode call = calls.addObject();
                call.set("id", item.path("call_id"));
                call.put("type", "function");
                ObjectNode function = call.putObject("function");
                function.set("name", item.path("name"));
                function.set("arguments", item.path("arguments"));
            }
        }
        message.put("content", text.toString());
        if (refusal.length() > 0) {
            message.put("refusal", refusal.toString());
        }
        if (!calls.isEmpty()) {
            message.set("tool_calls", calls);
        }
        choice.put("finish_reason", finishReason(response, !calls.isEmpty()));
        if (response.path("usage").isObject()) {
            out.set("usage", response.path("usage"));
        }
        if (response.path("service_tier").isTextual()) {
            out.set("service_tier", response.path("service_tier"));
        }
        return Json.write(out);
    }

    static String finishReason(JsonNode response, boolean calls) {
        if (response.path("status").asText().equals("incomplete")) {
            String reason = response.path("incomplete_details").path("reason").asText();
            return reason.equals("content_filter") ? "content_filter" : "length";
        }
        return calls ? "tool_calls" : "stop";
    }
}
