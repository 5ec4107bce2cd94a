package io.faregate.router.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The extra chunk that tells a client the usage it asked for, for providers that tell it beside a choice instead of in
 * a chunk of its own (OpenAI API reference, {@code stream_options.include_usage}).
 */
public final class UsageChunk {
    private static final byte[] NULL = bytes("null");

    private UsageChunk() {}

    /** The chunk, made from one that carries the usage. */
    public static byte[] of(Chunk chunk, byte[] model) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        out.writeBytes(bytes("{\"id\":"));
        out.writeBytes(orNull(chunk.member("id")));
        out.writeBytes(bytes(",\"object\":\"chat.completion.chunk\",\"created\":"));
        out.writeBytes(orNull(chunk.member("created")));
        out.writeBytes(bytes(",\"model\":"));
        out.writeBytes(model);
        out.writeBytes(bytes(",\"choices\":[],\"usage\":"));
        out.writeBytes(orNull(chunk.member("usage")));
        out.write('}');
        return out.toByteArray();
    }

    /** The chunk for an answer that several models have written together. */
    public static byte[] of(
            byte @Nullable [] id, byte @Nullable [] created, byte[] model, long inputTokens, long outputTokens) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        out.writeBytes(bytes("{\"id\":"));
        out.writeBytes(orNull(id));
        out.writeBytes(bytes(",\"object\":\"chat.completion.chunk\",\"created\":"));
        out.writeBytes(orNull(created));
        out.writeBytes(bytes(",\"model\":"));
        out.writeBytes(model);
        out.writeBytes(bytes(",\"choices\":[],\"usage\":{\"prompt_tokens\":" + inputTokens + ",\"completion_tokens\":"
                + outputTokens + ",\"total_tokens\":" + (inputTokens + outputTokens) + "}}"));
        return out.toByteArray();
    }

    private static byte[] orNull(byte @Nullable [] json) {
        return json == null ? NULL : json;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
