package io.faregate.router.limits;

/**
 * What one call has taken from the limits of its key, until its real usage is known. Confined to the exchange that made
 * the call.
 */
public final class Taken {
    private static final long NOTHING = -1;

    private long bucket = NOTHING;
    private long tokens;

    void set(long bucket, long tokens) {
        this.bucket = bucket;
        this.tokens = tokens;
    }

    /** The bucket to correct, once; later calls have nothing to correct. */
    long takeBucket() {
        long taken = bucket;
        bucket = NOTHING;
        return taken;
    }

    long tokens() {
        return tokens;
    }
}
