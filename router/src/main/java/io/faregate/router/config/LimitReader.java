package io.faregate.router.config;

import io.faregate.router.config.RouterConfig.LimitEntry;

/** Reads the limits of one provider or target. */
final class LimitReader {
    private LimitReader() {}

    /** The limits that are written. */
    static LimitEntry limits(Section section) {
        LimitEntry limits = new LimitEntry(
                section.whole("rpm", LimitEntry.UNLIMITED, 0, Long.MAX_VALUE),
                section.whole("rpd", LimitEntry.UNLIMITED, 0, Long.MAX_VALUE),
                section.whole("tpm", LimitEntry.UNLIMITED, 0, Long.MAX_VALUE),
                section.whole("max_ctx", LimitEntry.UNLIMITED, 1, Long.MAX_VALUE),
                section.durationNanos("cooldown", LimitEntry.UNLIMITED, 0));
        section.end();
        return limits;
    }
}
