package io.faregate.router.wire;

import org.jspecify.annotations.Nullable;

/** A request that is none: the client gets 400 {@code invalid_request} with this message. */
public final class BadRequest extends Exception {
    private static final long serialVersionUID = 1L;

    private final @Nullable String param;

    /** A fault in a member of the body, or in the body as a whole. */
    public BadRequest(String message, @Nullable String param) {
        super(message, null, false, false);
        this.param = param;
    }

    /** The member at fault, or null. */
    public @Nullable String param() {
        return param;
    }
}
