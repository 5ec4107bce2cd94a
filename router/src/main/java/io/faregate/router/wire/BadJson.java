package io.faregate.router.wire;

/** Bytes that are no JSON text. The message says what was found and where; it never quotes more than one character. */
public final class BadJson extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean duplicateKey;

    BadJson(String message) {
        this(message, false);
    }

    BadJson(String message, boolean duplicateKey) {
        super(message, null, false, false);
        this.duplicateKey = duplicateKey;
    }

    /** Whether the text is well formed but says the same key of an object twice. */
    public boolean duplicateKey() {
        return duplicateKey;
    }
}
