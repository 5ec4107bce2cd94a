package io.faregate.router.cost;

import io.faregate.router.catalog.Capability;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks for, as far as it bears on the most it could cost. Immutable.
 *
 * @param inputTokens the estimate of the prompt
 * @param needs mask of {@link Capability}: audio and image rates apply only to requests that have such parts
 * @param serviceTier the tier the client asks for, or null when it asks for none
 * @param units what is asked for beside tokens
 */
public record Ask(long inputTokens, int needs, @Nullable String serviceTier, Units units) {
    /** A request for text from text. */
    public static Ask text(long inputTokens) {
        return new Ask(inputTokens, 0, null, Units.NONE);
    }

    boolean audio() {
        return (needs & Capability.AUDIO.bit()) != 0;
    }

    boolean vision() {
        return (needs & Capability.VISION.bit()) != 0;
    }
}
