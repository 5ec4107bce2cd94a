package io.faregate.router.dialect;

import io.faregate.router.wire.ChatRequest;
import io.faregate.router.wire.ErrorEnvelope;
import io.faregate.router.wire.ObjectEdit;
import io.faregate.router.wire.SseScanner;
import java.util.ArrayList;
import java.util.List;

/** Providers that speak as the client does: its bytes go up, theirs come back, but for the model and the limit. */
enum NativeDialect implements Dialect {
    /** Anthropic's Messages API on both sides. */
    MESSAGES {
        @Override
        byte[] meaning(byte[] body, long nowSeconds) {
            return AnthropicAnswer.toChat(body, nowSeconds);
        }

        @Override
        SseScanner.Listener translation(SseScanner.Listener chunks, long nowSeconds) {
            return new AnthropicStream(chunks, nowSeconds);
        }
    },
    /** OpenAI's Responses API on both sides. */
    RESPONSES {
        @Override
        byte[] meaning(byte[] body, long nowSeconds) {
            return ResponsesAnswer.toChat(body);
        }

        @Override
        SseScanner.Listener translation(SseScanner.Listener chunks, long nowSeconds) {
            return new ResponsesStream(chunks);
        }
    };

    /** An answer as the chat completion that means the same; the same array for what is no answer. */
    abstract byte[] meaning(byte[] body, long nowSeconds);

    abstract SseScanner.Listener translation(SseScanner.Listener chunks, long nowSeconds);

    @Override
    public boolean takesClientForm() {
        return true;
    }

    @Override
    public Outgoing outgoing(Ask ask) {
        ChatRequest request = ask.request();
        ObjectEdit edit =
                request.edit().set("model", ErrorEnvelope.quoted(ask.candidate().model()));
        if (ask.maxTokens() != ChatRequest.NO_MAXIMUM) {
            edit.set(request.maximumName(), Long.toString(ask.maxTokens()));
        }
        List<String> changed = new ArrayList<>(0);
        for (String name : ask.refused()) {
            if (edit.has(name)) {
                edit.drop(name);
                changed.add(name);
            }
        }
        String path = OpenAiDialect.path(request.facts().surface());
        return new Outgoing(path, edit.slices(), List.copyOf(changed));
    }

    @Override
    public byte[] chatAnswer(byte[] body, long nowSeconds) {
        byte[] chat = meaning(body, nowSeconds);
        return chat == body ? body : NativeText.in(chat, "", body, 0, body.length);
    }

    @Override
    public SseScanner.Listener chatEvents(SseScanner.Listener listener, long nowSeconds) {
        return new NativeEvents(listener, chunks -> translation(chunks, nowSeconds));
    }
}
