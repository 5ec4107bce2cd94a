package io.faregate.router.dialect;

import io.faregate.router.route.Surface;
import io.faregate.router.wire.ByteSlices;

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
            default -> AsItIs.INSTANCE;
        };
    }

    /** Whether requests and answers have to be put into another shape at all. */
    boolean translates();

    /** The client's body as one of chat completions; the body must have been scanned. */
    byte[] chatRequest(byte[] body);

    /** A chat completion, with the model's name and the added member in place, as the client gets it. */
    ByteSlices answer(ByteSlices chat);

    /** A writer of events for a stream. */
    ClientEventWriter events();

    /** Surfaces whose providers speak as their clients do. */
    enum AsItIs implements ClientForm {
        INSTANCE;

        @Override
        public boolean translates() {
            return false;
        }

        @Override
        public byte[] chatRequest(byte[] body) {
            return body;
        }

        @Override
        public ByteSlices answer(ByteSlices chat) {
            return chat;
        }

        @Override
        public ClientEventWriter events() {
            return ClientEventWriter.Chunks.INSTANCE;
        }
    }
}
