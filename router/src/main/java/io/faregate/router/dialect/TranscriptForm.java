package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.ErrorEnvelope;
import io.faregate.router.wire.SseFrames;
import java.nio.charset.StandardCharsets;

/** Clients that send a form with sound in it: their streams are the provider's events. */
enum TranscriptForm implements ClientForm {
    INSTANCE;

    @Override
    public ClientEventWriter events() {
        return Events.INSTANCE;
    }

    /** The provider's own events; they end without a mark. */
    private enum Events implements ClientEventWriter {
        INSTANCE;

        private static final byte[] NOTHING = {};

        @Override
        public byte[] chunk(ByteSlices data, boolean lineFeeds) {
            byte[] bytes = data.toByteArray();
            JsonNode chunk = Json.read(bytes, 0, bytes.length);
            if (!NativeText.isIn(chunk)) {
                return NOTHING;
            }
            byte[] text = NativeText.text(chunk).getBytes(StandardCharsets.UTF_8);
            return SseFrames.event(new ByteSlices().add(text), lineFeeds);
        }

        @Override
        public byte[] end() {
            return NOTHING;
        }

        @Override
        public byte[] fail(String reason, String code) {
            return ErrorEnvelope.event(reason, code);
        }
    }
}
