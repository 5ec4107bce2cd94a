package io.faregate.router.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a request can need and a model can offer. Sets of them are bit masks: one {@code int}, one AND to compare. */
public enum Capability {
    /** Function tools, offered or already used in the history. */
    TOOLS(1),
    /** Images anywhere in the conversation. */
    VISION(2),
    /** Audio as input or as asked output. */
    AUDIO(4),
    /** A JSON schema that the answer must obey. */
    STRUCTURED_OUTPUT(8),
    /** An asked reasoning effort other than none. */
    REASONING(16),
    /** An answer that must be JSON, of whatever shape. Whoever obeys a schema can do that too. */
    JSON_MODE(32),
    /**
     * Function tools told in words, to a model without calls of its own. Never needed,
     * only offered instead of tools.
     */
    PROMPTED_TOOLS(64),
    /** Vectors instead of an answer; needed by the surface, not by what a request holds. */
    EMBEDDINGS(128);

    /** The mask of a model of which nothing is known: nothing is held against it. */
    public static final int ALL = (1 << values().length) - 1;

    private final int bit;

    Capability(int bit) {
        this.bit = bit;
    }

    /** This capability's single bit. */
    public int bit() {
        return bit;
    }

    /** The name in configuration, rows and answers: lower case with underscores. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The capability of that name, or null. */
    public static @Nullable Capability of(String key) {
        for (Capability capability : values()) {
            if (capability.key().equals(key)) {
                return capability;
            }
        }
        return null;
    }

    /** The names in a mask, in order of declaration. */
    public static List<String> keys(int mask) {
        List<String> keys = new ArrayList<>();
        for (Capability capability : values()) {
            if ((mask & capability.bit()) != 0) {
                keys.add(capability.key());
            }
        }
        return keys;
    }
}
