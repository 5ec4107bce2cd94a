package io.faregate.router.telemetry;

import io.vertx.core.http.RequestOptions;
import org.jspecify.annotations.Nullable;

/** The two headers of W3C trace context. Immutable. */
public record TraceHeaders(String parent, @Nullable String state) {
    /** Puts them on a request. */
    public void on(RequestOptions request) {
        request.putHeader("traceparent", parent);
        if (state != null) {
            request.putHeader("tracestate", state);
        }
    }
}
