package io.faregate.router.dialect;

import io.faregate.router.wire.SseScanner;

/** Providers that are sent chat completions, or what those become. */
enum ChatDialect implements Dialect {
    /** Chat completions as they are. */
    OPENAI {
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
    },
    /** Anthropic's Messages API. */
    ANTHROPIC {
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
    };

    @Override
    public boolean takesClientForm() {
        return false;
    }
}
