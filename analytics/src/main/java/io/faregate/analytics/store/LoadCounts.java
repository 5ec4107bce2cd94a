package io.faregate.analytics.store;

import java.util.concurrent.atomic.LongAdder;

/** What was loaded since the start. Safe for use by many threads. */
public final class LoadCounts {
    private final LongAdder accepted = new LongAdder();
    private final LongAdder duplicate = new LongAdder();
    private final LongAdder rejected = new LongAdder();

    void add(LoadResult result) {
        accepted.add(result.accepted());
        duplicate.add(result.duplicate());
        rejected.add(result.rejected());
    }

    /** Rows stored. */
    public long accepted() {
        return accepted.sum();
    }

    /** Rows known before. */
    public long duplicate() {
        return duplicate.sum();
    }

    /** Lines that were no rows. */
    public long rejected() {
        return rejected.sum();
    }
}
