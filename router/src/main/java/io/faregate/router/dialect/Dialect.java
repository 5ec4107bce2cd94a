package io.faregate.router.dialect;

import io.faregate.router.catalog.Provider;
import io.faregate.router.route.Surface;
import io.faregate.router.wire.SseScanner;

/**
 * How a provider is spoken to. Answers and streams are chat completions on the way out, whatever lies between.
 * Stateless; a stream's listener is one stream's.
 */
public interface Dialect {
    /**
     * The dialect of a provider for clients of a surface: the client's own where both know it, so that nothing is lost.
     *
     * @param away whether the history may hold what only another provider understands
     */
    static Dialect of(Provider provider, Surface surface, boolean away) {
        if (surface == Surface.TRANSCRIPTIONS) {
            return TranscriptDialect.INSTANCE;
        }
        boolean anthropic = provider.dialect().equals("anthropic");
        if (surface == Surface.MESSAGES && anthropic && !away) {
            return NativeDialect.MESSAGES;
        }
        if (surface == Surface.RESPONSES
                && !anthropic
                && Quirks.of(provider.name()).responses()) {
            return NativeDialect.RESPONSES;
        }
        return anthropic ? ChatDialect.ANTHROPIC : ChatDialect.OPENAI;
    }

    /** Whether requests go up as the client wrote them, rather than as chat completions. */
    boolean takesClientForm();

    /** What goes to a candidate. */
    Outgoing outgoing(Ask ask);

    /** A whole answer in the form of chat completions; the same array when it is in that form, or is no answer. */
    byte[] chatAnswer(byte[] body, long nowSeconds);

    /**
     * Takes the provider's events and gives a listener those of chat completions;
     * the listener itself when they are.
     */
    SseScanner.Listener chatEvents(SseScanner.Listener listener, long nowSeconds);
}
