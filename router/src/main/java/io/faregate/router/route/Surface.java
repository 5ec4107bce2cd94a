package io.faregate.router.route;

import java.util.Locale;

/** The client-facing endpoints that call a model. */
public enum Surface {
    CHAT("/v1/chat/completions"),
    COMPLETIONS("/v1/completions"),
    EMBEDDINGS("/v1/embeddings"),
    IMAGES("/v1/images/generations"),
    SPEECH("/v1/audio/speech"),
    TRANSCRIPTIONS("/v1/audio/transcriptions"),
    RESPONSES("/v1/responses"),
    MESSAGES("/v1/messages");

    private final String path;

    Surface(String path) {
        this.path = path;
    }

    /** The path a client posts to. */
    public String path() {
        return path;
    }

    /** The name in rows. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
