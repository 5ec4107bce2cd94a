package io.faregate.analytics.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.faregate.analytics.query.Page;
import io.vertx.core.MultiMap;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The page of a list that a request asks for by {@code limit} and {@code cursor}. A cursor says where the last page
 * ended and which rows there were when the first was made, so that all pages are of one list; it fits the question that
 * it was given for alone. Immutable.
 */
record Paging(Page page, String question) {
    static final int DEFAULT_LIMIT = 1_000;
    static final int MOST = 10_000;

    private static final String VERSION = "1";
    private static final Set<String> NOT_ASKED = Set.of("cursor", "limit");

    /**
     * Reads a request.
     *
     * @param asOfMicros up to when rows are in, for a first page
     */
    static Paging of(RoutingContext context, long asOfMicros) {
        String question = question(context);
        int limit = limit(context.request().getParam("limit"));
        String cursor = context.request().getParam("cursor");
        return cursor == null
                ? new Paging(new Page(limit, 0, asOfMicros), question)
                : new Paging(read(cursor, question, limit), question);
    }

    /** The cursor of the page after this one; null when a list of this length ends with it. */
    @Nullable
    String next(long length) {
        long end = page.skip() + page.limit();
        if (end >= length) {
            return null;
        }
        String text = String.join(" ", VERSION, question, Long.toString(page.asOfMicros()), Long.toString(end));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
    }

    private static Page read(String cursor, String question, int limit) {
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII).split(" ");
            if (parts.length == 4 && parts[0].equals(VERSION) && parts[1].equals(question)) {
                long skip = Long.parseLong(parts[3]);
                if (skip >= 0) {
                    return new Page(limit, skip, Long.parseLong(parts[2]));
                }
            }
        } catch (IllegalArgumentException e) {
            // Told below, like a cursor of another question.
        }
        throw Problem.badRequest("cursor: expected the next_cursor of an answer to the same question");
    }

    private static int limit(@Nullable String text) {
        if (text == null) {
            return DEFAULT_LIMIT;
        }
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= MOST) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // Told below, like a number out of range.
        }
        throw Problem.badRequest("limit: expected a whole number from 1 to " + MOST + ", found " + text);
    }

    private static String question(RoutingContext context) {
        MultiMap parameters = context.request().params();
        StringBuilder text = new StringBuilder(context.request().path());
        for (String name : new TreeSet<>(parameters.names())) {
            if (!NOT_ASKED.contains(name)) {
                text.append('\n').append(name).append('=').append(parameters.get(name));
            }
        }
        CRC32 digest = new CRC32();
        digest.update(text.toString().getBytes(UTF_8));
        return Long.toHexString(digest.getValue());
    }
}
