package io.faregate.router.dialect;

import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.ErrorEnvelope;
import io.faregate.router.wire.SseFrames;

/** Writes the events of one stream as its client reads them. Not thread-safe; one for a stream. */
public interface ClientEventWriter {
    /**
     * A chunk of a chat completion, with the model's name and the added member in place.
     *
     * @param lineFeeds whether the data holds line feeds
     * @return the frames it becomes, none for some
     */
    byte[] chunk(ByteSlices chunk, boolean lineFeeds);

    /** The frames of a clean end. */
    byte[] end();

    /** The last frames of a stream that broke; nothing that looks like a clean end. */
    byte[] fail(String reason, String code);

    /** Chunks as they are. */
    enum Chunks implements ClientEventWriter {
        INSTANCE;

        @Override
        public byte[] chunk(ByteSlices chunk, boolean lineFeeds) {
            return SseFrames.event(chunk, lineFeeds);
        }

        @Override
        public byte[] end() {
            return ErrorEnvelope.done();
        }

        @Override
        public byte[] fail(String reason, String code) {
            return ErrorEnvelope.event(reason, code);
        }
    }
}
