package io.faregate.router.route;

import io.faregate.router.spend.Lack;
import org.jspecify.annotations.Nullable;

/**
 * That a budget can't bear a call, and by how much. Immutable.
 *
 * @param code the error code that the client sees
 * @param lack the budget, or null where it is not known
 * @param needsPicoUsd what the call could cost at most, negative where that is not known
 */
public record Dear(String code, Answer answer, @Nullable Lack lack, long needsPicoUsd) {
    /** Which answer the amount is for. */
    public enum Answer {
        /** The longest that the request allows. */
        LONGEST,
        /** The shortest there is, for a request that was to be given the largest maximum that fits. */
        SHORTEST,
        /** The request allows any, which is refused. */
        ANY
    }

    /** Without amounts. */
    public static Dear of(String code) {
        return new Dear(code, Answer.LONGEST, null, -1);
    }
}
