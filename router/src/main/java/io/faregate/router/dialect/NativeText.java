package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.ErrorEnvelope;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a provider said in the client's own format, carried inside a chat completion or chunk that tells the router what
 * it means. So a client of that format gets the provider's bytes, and everything between sees chat completions.
 */
final class NativeText {
    private static final String MEMBER = "native";

    private NativeText() {}

    /** A chat completion or chunk with a text in it. */
    static byte[] in(byte[] chat, String event, byte[] text, int offset, int length) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(chat.length + length + 64);
        out.write(chat, 0, chat.length - 1);
        out.writeBytes((",\"" + MEMBER + "\":{\"event\":").getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(ErrorEnvelope.quoted(event));
        out.writeBytes(",\"data\":".getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(ErrorEnvelope.quoted(new String(text, offset, length, StandardCharsets.UTF_8)));
        out.writeBytes("}}".getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    /** Whether a chat completion or chunk carries a text. */
    static boolean isIn(JsonNode chat) {
        return chat.path(MEMBER).isObject();
    }

    /** The name of the carried event. */
    static String event(JsonNode chat) {
        return chat.path(MEMBER).path("event").asText();
    }

    /** The carried text as it came. */
    static String text(JsonNode chat) {
        return chat.path(MEMBER).path("data").asText();
    }

    /**
     * The carried text as the client gets it: the model's name replaced where it stands, the added member put in.
     *
     * @param holder the member that holds the model, or null when it is at the top
     */
    static ByteSlices of(JsonNode chat, @Nullable String holder) {
        byte[] data = text(chat).getBytes(StandardCharsets.UTF_8);
        JsonNode model = chat.path("model");
        JsonNode added = chat.path("faregate");
        NativeEdit edit = new NativeEdit(data);
        if (model.isTextual()) {
            edit.model(holder, ErrorEnvelope.quoted(model.asText()));
        }
        return edit.with(added.isMissingNode() ? null : Json.write(added));
    }
}
