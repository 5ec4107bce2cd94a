package io.faregate.router.catalog;

import org.jspecify.annotations.Nullable;

/**
 * One credential of a provider, metered and benched by itself.
 *
 * @param name the provider's name, or {@code gemini_3} for a numbered key
 * @param apiKey the secret, or null for a provider that asks for none
 */
public record KeySlot(String name, @Nullable String apiKey) {
    @Override
    public String toString() {
        return "KeySlot[" + name + "]";
    }
}
