package io.faregate.analytics.query;

import java.util.List;
import java.util.Map;

/**
 * One page of a list, all pages of which come from the same rows: those that had come in by a time.
 *
 * @param limit how many entries at most
 * @param skip how many entries came on the pages before
 * @param asOfMicros what came in later is on none of the pages
 */
public record Page(int limit, long skip, long asOfMicros) {
    /** Everything on one page. */
    public static final Page ALL = new Page(Integer.MAX_VALUE, 0, TimeRange.LAST_MICROS);

    /** The entries of a whole list that are on this page. */
    public <T> List<T> of(List<T> all) {
        int from = (int) Math.min(skip, all.size());
        return all.subList(from, (int) Math.min((long) from + limit, all.size()));
    }

    /** As the queries name them. */
    Map<String, Object> parameters() {
        return Map.of("limit", (long) limit, "skip", skip, "as_of", asOfMicros);
    }
}
