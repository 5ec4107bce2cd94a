package io.faregate.router.server;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The pages about the router: where each is, what it takes, whom it is for. */
enum Page {
    LIVEZ("GET", "/livez", Reader.ANYBODY),
    READYZ("GET", "/readyz", Reader.ANYBODY),
    METRICS("GET", "/metrics", Reader.ANYBODY),
    DESCRIPTION("GET", "/openapi.json", Reader.ANYBODY),
    BUDGETS("GET", "/v1/budgets", Reader.ADMIN),
    MODELS("GET", "/v1/models", Reader.KEY_HOLDER_OR_ADMIN),
    MODEL("GET", "/v1/models/{model}", Reader.KEY_HOLDER_OR_ADMIN),
    PROVIDERS("GET", "/v1/providers", Reader.KEY_HOLDER_OR_ADMIN),
    EXPLAIN("POST", "/v1/explain", Reader.KEY_HOLDER_OR_ADMIN),
    FEEDBACK("POST", "/v1/feedback", Reader.KEY_HOLDER);

    /** Whom a page is for. */
    enum Reader {
        ANYBODY,
        /** Who shows a virtual key, where there are any. */
        KEY_HOLDER,
        /** The same, or who shows the admin key: nothing is spent there. */
        KEY_HOLDER_OR_ADMIN,
        ADMIN;

        /** Whether one must show a virtual key, where there are any, or what stands for it. */
        boolean wantsKey() {
            return this == KEY_HOLDER || this == KEY_HOLDER_OR_ADMIN;
        }
    }

    private static final Map<String, Page> BY_PATH =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Page::path, Function.identity()));

    private final String method;
    private final String path;
    private final Reader reader;

    Page(String method, String path, Reader reader) {
        this.method = method;
        this.path = path;
        this.reader = reader;
    }

    /** The page at a path, which may be that of any model; null where there is none. */
    static @Nullable Page at(String path) {
        Page exact = BY_PATH.get(path);
        return exact == null && path.startsWith(MODELS.path + "/") ? MODEL : exact;
    }

    String method() {
        return method;
    }

    /** Its path, a variable part in braces. */
    String path() {
        return path;
    }

    Reader reader() {
        return reader;
    }
}
