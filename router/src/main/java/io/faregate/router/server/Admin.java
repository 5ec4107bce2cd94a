package io.faregate.router.server;

import io.vertx.core.http.HttpServerRequest;

/** The administrator's surface, everything under {@code /admin}. Thread-safe; never blocks the calling loop. */
public interface Admin {
    /** Answers a request whose body has not been read, and may turn out to have a {@link FramingFault}. */
    void handle(HttpServerRequest request);
}
