package io.faregate.router.wire;

import java.nio.charset.StandardCharsets;

/** The conversation with an answer that broke off in it, so that another model can go on from there. Stateless. */
public final class PartialAnswer {
    private static final String GO_ON =
            "Your answer above was cut off. Continue it exactly where it stops: no repetition, "
                    + "no introduction, no remark about the interruption.";

    private PartialAnswer() {}

    /** How a model is told to go on. */
    public enum Style {
        /** The partial answer is the last turn; the model completes it. */
        PREFILL,
        /** A user turn after it asks to go on, for models that refuse a conversation that ends with the assistant. */
        INSTRUCTION
    }

    /** The JSON of the messages with the partial answer behind them; null when the request has no messages. */
    public static byte @org.jspecify.annotations.Nullable [] messages(ChatRequest asked, String partial, Style style) {
        String messages = asked.member("messages");
        if (messages == null) {
            return null;
        }
        int end = messages.lastIndexOf(']');
        boolean empty = messages.substring(messages.indexOf('[') + 1, end).isBlank();
        StringBuilder out = new StringBuilder(messages.length() + partial.length() + 256);
        out.append(messages, 0, end).append(empty ? "" : ",");
        JsonOut.string(out.append("{\"role\":\"assistant\",\"content\":"), partial);
        out.append('}');
        if (style == Style.INSTRUCTION) {
            JsonOut.string(out.append(",{\"role\":\"user\",\"content\":"), GO_ON);
            out.append('}');
        }
        return out.append(messages, end, messages.length()).toString().getBytes(StandardCharsets.UTF_8);
    }
}
