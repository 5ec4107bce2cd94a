package io.faregate.router.dialect;

import io.faregate.router.catalog.Provider;
import io.faregate.router.wire.SseScanner;

/**
 * How a provider is spoken to. Requests are chat completions on the way in, answers and streams are chat completions on
 * the way out, whatever lies between. Stateless; a stream's listener is one stream's.
 */
public interface Dialect {
    /** The dialect of a provider. */
    static Dialect of(Provider provider) {
        return provider.dialect().equals("anthropic") ? AnthropicDialect.INSTANCE : OpenAi.INSTANCE;
    }

    /** What goes to a candidate. */
    Outgoing outgoing(Ask ask);

    /** A whole answer in the form of chat completions; the same array when it is in that form, or is no answer. */
    byte[] chatAnswer(byte[] body, long nowSeconds);

    /** Takes the provider's events and gives a listener those of chat completions; the listener itself when they are. */
    SseScanner.Listener chatEvents(SseScanner.Listener listener, long nowSeconds);

    /** Chat completions as they are. */
    enum OpenAi implements Dialect {
        INSTANCE;

        @Override
        public Outgoing outgoing(Ask ask) {
            return OpenAiDialect.outgoing(ask);
        }

        @Override
        public byte[] chatAnswer(byte[] body, long nowSeconds) {
            return body;
        }

        @Override
        public SseScanner.Listener chatEvents(SseScanner.Listener listener, long nowSeconds) {
            return listener;
        }
    }

    /** Anthropic's Messages API. */
    enum AnthropicDialect implements Dialect {
        INSTANCE;

        @Override
        public Outgoing outgoing(Ask ask) {
            return AnthropicRequest.of(ask);
        }

        @Override
        public byte[] chatAnswer(byte[] body, long nowSeconds) {
            return AnthropicAnswer.toChat(body, nowSeconds);
        }

        @Override
        public SseScanner.Listener chatEvents(SseScanner.Listener listener, long nowSeconds) {
            return new AnthropicStream(listener, nowSeconds);
        }
    }
}
