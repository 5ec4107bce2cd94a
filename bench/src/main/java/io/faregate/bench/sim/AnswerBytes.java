package io.faregate.bench.sim;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a model's answers: everything that does not change from call to call is encoded once. Immutable.
 *
 * <p>Shapes: OpenAI's {@code chat.completion} and {@code chat.completion.chunk}.
 */
final class AnswerBytes {
    private static final String[] WORDS = {
        "the ", "fare ", "of ", "each ", "call ", "is ", "known ", "before ", "it ", "leaves ", "and ", "after ", "it ",
        "lands, ", "so ", "plan "
    };
    private static final byte[] DONE = ascii("data: [DONE]\n\n");

    private final byte[] modelMember;
    private final int tokensPerChunk;
    private final double cachedShare;

    AnswerBytes(ModelSettings settings) {
        String model = new String(JsonStringEncoder.getInstance().quoteAsString(settings.name()));
        modelMember = (",\"model\":\"" + model + "\"").getBytes(StandardCharsets.UTF_8);
        tokensPerChunk = settings.tokensPerChunk();
        cachedShare = settings.cachedShare();
    }

    Buffer plain(long id, long createdSeconds, int promptTokens, int outputTokens, String finish) {
        Buffer body = Buffer.buffer(480 + 6 * outputTokens);
        open(body, id, "chat.completion", createdSeconds);
        body.appendString(",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"");
        words(body, 0, outputTokens);
        body.appendString("\",\"refusal\":null},\"logprobs\":null,\"finish_reason\":\"")
                .appendString(finish)
                .appendString("\"}],\"usage\":");
        usage(body, promptTokens, outputTokens);
        return body.appendString("}");
    }

    /** The bytes that every chunk of one stream begins with, up to its choices. */
    Buffer chunkHead(long id, long createdSeconds) {
        Buffer head = Buffer.buffer(160).appendString("data: ");
        open(head, id, "chat.completion.chunk", createdSeconds);
        return head;
    }

    Buffer roleChunk(Buffer head, boolean usageAsked) {
        return choice(head, "{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}", "null", usageAsked);
    }

    int chunks(int outputTokens) {
        return (outputTokens + tokensPerChunk - 1) / tokensPerChunk;
    }

    Buffer contentChunk(Buffer head, int chunk, int outputTokens, boolean usageAsked) {
        int from = chunk * tokensPerChunk;
        Buffer bytes = Buffer.buffer(head.length() + 96 + 6 * tokensPerChunk)
                .appendBuffer(head)
                .appendString(",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"");
        words(bytes, from, Math.min(from + tokensPerChunk, outputTokens));
        return bytes.appendString("\"},\"logprobs\":null,\"finish_reason\":null}]")
                .appendString(usageAsked ? ",\"usage\":null}\n\n" : "}\n\n");
    }

    Buffer finishChunk(Buffer head, String finish, boolean usageAsked) {
        return choice(head, "{}", "\"" + finish + "\"", usageAsked);
    }

    Buffer usageChunk(Buffer head, int promptTokens, int outputTokens) {
        Buffer bytes = Buffer.buffer(head.length() + 200).appendBuffer(head).appendString(",\"choices\":[],\"usage\":");
        usage(bytes, promptTokens, outputTokens);
        return bytes.appendString("}\n\n");
    }

    static Buffer done() {
        return Buffer.buffer(DONE);
    }

    private static Buffer choice(Buffer head, String delta, String finish, boolean usageAsked) {
        return Buffer.buffer(head.length() + 160)
                .appendBuffer(head)
                .appendString(",\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"logprobs\":null,\"finish_reason\":")
                .appendString(finish)
                .appendString(usageAsked ? "}],\"usage\":null}\n\n" : "}]}\n\n");
    }

    private void open(Buffer body, long id, String object, long createdSeconds) {
        body.appendString("{\"id\":\"chatcmpl-sim")
                .appendString(Long.toString(id))
                .appendString("\",\"object\":\"")
                .appendString(object)
                .appendString("\",\"created\":")
                .appendString(Long.toString(createdSeconds))
                .appendBytes(modelMember);
    }

    private void usage(Buffer body, int promptTokens, int outputTokens) {
        int cached = (int) (promptTokens * cachedShare);
        body.appendString("{\"prompt_tokens\":" + promptTokens + ",\"completion_tokens\":" + outputTokens
                + ",\"total_tokens\":" + (promptTokens + outputTokens)
                + ",\"prompt_tokens_details\":{\"cached_tokens\":"
                + cached + "},\"completion_tokens_details\":{\"reasoning_tokens\":0}}");
    }

    private static void words(Buffer body, int from, int to) {
        for (int i = from; i < to; i++) {
            body.appendString(WORDS[i & 15]);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
