package io.faregate.router.upstream;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** What a call tells, on its event loop, in this order: head, data any number of times, then end or broken, once. */
public interface CallListener {
    /** Status and headers have come. */
    void head(int status, MultiMap headers);

    /** A piece of the body has come. */
    void data(Buffer piece);

    /** The body is whole as far as the framing can tell. */
    void end();

    /** The transport failed; {@code afterHead} tells whether an answer had begun. */
    void broken(Throwable cause, boolean afterHead);
}
