package io.faregate.router.cli;

import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Provider;
import java.util.ArrayList;
import java.util.List;

/** The providers as a table for the log at start: name, state, and the slots it has or the reason why not. */
final class ProviderTable {
    private static final String REGISTERED = "registered";
    private static final String NOT = "not registered";

    private ProviderTable() {}

    /** One line a provider, aligned, registered ones first. */
    static List<String> lines(List<Provider> providers) {
        int width = 0;
        for (Provider provider : providers) {
            width = Math.max(width, provider.name().length());
        }
        List<String> lines = new ArrayList<>();
        for (boolean registered : new boolean[] {true, false}) {
            for (Provider provider : providers) {
                if (provider.registered() == registered) {
                    lines.add(pad(provider.name(), width) + "  " + pad(registered ? REGISTERED : NOT, NOT.length())
                            + "  " + detail(provider));
                }
            }
        }
        return lines;
    }

    private static String detail(Provider provider) {
        String missing = provider.missing();
        if (missing != null) {
            return missing;
        }
        List<String> slots = new ArrayList<>();
        for (KeySlot slot : provider.slots()) {
            slots.add(slot.name());
        }
        String metered = slots.size() > 1 ? ", slots " + String.join(", ", slots) : "";
        return provider.baseUrl() + metered;
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
