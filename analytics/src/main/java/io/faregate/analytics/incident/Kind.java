package io.faregate.analytics.incident;

import java.util.Locale;

/** What can be out of the usual. */
public enum Kind {
    /** A head of the chain fails or is passed over more often than the day before. */
    FALLTHROUGH,
    /** The last hour cost more than any of the week before, and thrice the usual one. */
    SPEND,
    /** A model was called whose cost nobody knows. */
    UNPRICED_MODEL,
    /** What a provider says that its calls cost differs from our account of them. */
    COST_DRIFT,
    /** Lines came in that are no rows, so that figures may miss calls. */
    REJECTED_ROWS,
    /** The verdict on an experiment changed. An event: it is closed when it is opened. */
    VERDICT;

    /** The name in answers, metrics and webhooks. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
