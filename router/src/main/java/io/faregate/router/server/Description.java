package io.faregate.router.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The router described in OpenAPI 3.1: a file that tests hold against what is answered. */
final class Description {
    /** The file as it is sent; not to be changed. */
    static final byte[] BYTES = read();

    private Description() {}

    private static byte[] read() {
        try (InputStream in = Description.class.getResourceAsStream("openapi.json")) {
            if (in == null) {
                throw new IllegalStateException("resource missing: openapi.json");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
