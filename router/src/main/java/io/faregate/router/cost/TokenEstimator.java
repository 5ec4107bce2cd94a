package io.faregate.router.cost;

/** The counting rule for tokens nobody has counted yet: four code points a token over the whole, an image 1,000. */
public final class TokenEstimator {
    /** Code points of text in one token. */
    public static final long CODE_POINTS_A_TOKEN = 4;

    /** What an image counts. */
    public static final long IMAGE_TOKENS = 1_000;

    /** What an answer without a stated maximum counts in a ranking. */
    public static final long RANKED_OUTPUT_TOKENS = 256;

    private TokenEstimator() {}

    /** Tokens of all text of a request, rounded up once, and of its images. */
    public static long tokens(long codePoints, long images) {
        long text = codePoints / CODE_POINTS_A_TOKEN + (codePoints % CODE_POINTS_A_TOKEN == 0 ? 0 : 1);
        return text + images * IMAGE_TOKENS;
    }

    /** Tokens of an answer's text. */
    public static long tokens(long codePoints) {
        return tokens(codePoints, 0);
    }
}
