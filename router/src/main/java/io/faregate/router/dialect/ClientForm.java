package io.faregate.router.dialect;

import io.faregate.router.route.Surface;
import io.faregate.router.wire.ByteSlices;
import java.util.List;

/**
 * How a client speaks. Inside everything is a chat completion; a form puts the client's request into that shape and the
 * answers back into the client's. Stateless; a stream's writer is one stream's.
 */
public interface ClientForm {
    /** The form of a surface. */
    static ClientForm of(Surface surface) {
        return switch (surface) {
            case MESSAGES -> MessagesForm.INSTANCE;
            case RESPONSES -> ResponsesForm.INSTANCE;
            case TRANSCRIPTIONS -> TranscriptForm.INSTANCE;
            default -> AsItIs.INSTANCE;
        };
    }

    /** Whether requests and answers have to be put into another shape at all. */
    default boolean translates() {
        return false;
    }

    /** The client's body as one of chat completions; the body must have been scanned. */
    default Translated chatRequest(byte[] body) {
        return new Translated(body, List.of(), List.of());
    }

    /**
     * A body as one of chat completions.
     *
     * @param lost members at the top that chat completions cannot say
     * @param indispensable those of them without which the answer would be to another question
     */
    record Translated(byte[] body, List<String> lost, List<String> indispensable) {
        /** Nothing had to be translated. */
        public static final Translated NOTHING = new Translated(new byte[0], List.of(), List.of());
    }

    /** A chat completion, with the model's name and the added member in place, as the client gets it. */
    default ByteSlices answer(ByteSlices chat) {
        return chat;
    }

    /** A writer of events for a stream. */
    ClientEventWriter events();

    /** Surfaces whose providers speak as their clients do. */
    enum AsItIs implements ClientForm {
        INSTANCE;

        @Override
        public ClientEventWriter events() {
            return ClientEventWriter.Chunks.INSTANCE;
        }
    }
}
