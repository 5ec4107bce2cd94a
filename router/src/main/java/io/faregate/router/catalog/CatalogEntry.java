package io.faregate.router.catalog;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the price book knows of one model at one provider. Immutable.
 *
 * @param key {@code provider/model}
 * @param kind chat, embedding, image, … as in the catalog's {@code mode}
 * @param price null when no price is known at all
 * @param capabilities mask of {@link Capability}; {@link Capability#ALL} when nothing is known
 * @param maxContextTokens window, or {@link Candidate#UNKNOWN}
 * @param maxOutputTokens answer at most, never beyond the window, or {@link Candidate#UNKNOWN}
 * @param efforts accepted reasoning-effort words, weakest first
 * @param fixedSampling whether sampling parameters are refused or ignored
 * @param retired whether the model is served no more
 * @param trainsOnData whether the price is paid for with permission to train on prompts
 * @param freeTier whether the zero price holds only within a small allowance
 * @param selfHosted whether it runs on the operator's machine
 * @param retiredOn last day, as written, or empty
 * @param successor what replaces it, or empty
 * @param sources letters of the sources that know it, as in the catalog's {@code src}
 * @param asOf the date of the input price, as written, or empty
 * @param overlaid whether the overlay file had a part in it
 */
public record CatalogEntry(
        String key,
        String kind,
        @Nullable Price price,
        int capabilities,
        long maxContextTokens,
        long maxOutputTokens,
        Set<String> efforts,
        boolean reasons,
        boolean fixedSampling,
        boolean retired,
        boolean trainsOnData,
        boolean freeTier,
        boolean selfHosted,
        String retiredOn,
        String successor,
        String sources,
        String asOf,
        boolean overlaid) {
    /** The name that the provider knows. */
    public String model() {
        return key.substring(key.indexOf('/') + 1);
    }
}
