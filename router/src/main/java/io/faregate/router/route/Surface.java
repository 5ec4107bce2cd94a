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
    private final String pathBelowVersion;
    private final String key;

    Surface(String path) {
        this.path = path;
        this.pathBelowVersion = path.substring("/v1".length());
        this.key = name().toLowerCase(Locale.ROOT);
    }

    /** The path a client posts to. */
    public String path() {
        return path;
    }

    /** The same path below a base URL that ends with the version. */
    public String pathBelowVersion() {
        return pathBelowVersion;
    }

    /** Whether its answers are text that a model writes, so that their length can be limited. */
    public boolean writesText() {
        return this == CHAT || this == COMPLETIONS || this == RESPONSES || this == MESSAGES;
    }

    /** The name in rows. */
    public String key() {
        return key;
    }
}
