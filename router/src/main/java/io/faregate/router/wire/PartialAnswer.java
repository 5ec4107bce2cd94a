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

    /**
     * A request with the partial answer behind its messages.
     *
     * @param body the request in the form that goes to the model
     * @param asked the client's request, which tells whether there are messages at all
     */
    public static ByteSlices in(ByteSlices body, ChatRequest asked, String partial, Style style) {
        byte[] bytes = body.toByteArray();
        Members members = new Members();
        try {
            read(bytes, members);
        } catch (BadJson e) {
            throw new IllegalStateException("a request of ours that is no JSON", e);
        }
        String messages = members.spelling(bytes, "messages");
        if (messages == null || !asked.has("messages")) {
            return body;
        }
        byte[] continued = messages(messages, partial, style);
        return new ObjectEdit(bytes, 0, bytes.length, members)
                .set("messages", continued)
                .slices();
    }

    private static void read(byte[] bytes, Members members) throws BadJson {
        JsonCursor cursor = new JsonCursor();
        cursor.on(bytes, 0, bytes.length);
        cursor.next();
        members.begin(cursor.start());
        while (cursor.next() == JsonCursor.Token.NAME) {
            members.key(cursor.start(), cursor.end());
            int valueStart = cursor.valueStart();
            cursor.skipValue();
            members.value(valueStart, cursor.end());
        }
        members.finish(cursor.end());
    }

    private static byte[] messages(String messages, String partial, Style style) {
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
