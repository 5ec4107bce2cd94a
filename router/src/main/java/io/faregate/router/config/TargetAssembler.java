package io.faregate.router.config;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.catalog.CatalogEntry;
import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Price;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.catalog.Provider;
import io.faregate.router.catalog.Target;
import io.faregate.router.config.RouterConfig.CatalogOptions;
import io.faregate.router.config.RouterConfig.TargetEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A configured target with its provider: what it serves and as which candidates. Not thread-safe. */
final class TargetAssembler {
    private static final Set<String> WRITING = Set.of("chat", "completion", "responses");

    private final TargetEntry entry;
    private final Target target;
    private final PriceBook book;
    private final CatalogOptions options;
    private final long limitedContextTokens;
    private final Map<String, List<Candidate>> byModel = new LinkedHashMap<>();

    TargetAssembler(
            TargetEntry entry, Provider provider, PriceBook book, CatalogOptions options, long limitedContextTokens) {
        this.entry = entry;
        this.book = book;
        this.options = options;
        this.limitedContextTokens = limitedContextTokens;
        this.target = new Target(
                entry.name(),
                provider,
                entry.weight(),
                entry.retry().attempts(),
                Set.copyOf(entry.retry().statuses()),
                entry.retry().initialBackoffNanos(),
                entry.timeouts().connectNanos(),
                entry.timeouts().firstTokenNanos(),
                entry.timeouts().idleNanos(),
                entry.timeouts().totalNanos(),
                entry.concurrency().max(),
                entry.concurrency().queue(),
                entry.trustProviderCost());
    }

    Target target() {
        return target;
    }

    /** What clients may ask for, with the names that the provider knows. */
    Map<String, String> served() {
        return served(entry, book);
    }

    static Map<String, String> served(TargetEntry entry, PriceBook book) {
        Map<String, String> served = new LinkedHashMap<>();
        if (entry.model() != null) {
            served.put(entry.model(), entry.modelMap().getOrDefault(entry.model(), entry.model()));
        }
        served.putAll(entry.modelMap());
        entry.models().forEach(model -> served.putIfAbsent(model, model));
        if (!entry.namesModels()) {
            book.models(entry.virtualKey()).forEach(model -> served.put(model, model));
        }
        return served;
    }

    /** What a named route asks a target for, as the provider knows it, or null when that is not clear. */
    static @Nullable String routeModel(TargetEntry entry) {
        if (entry.model() != null) {
            return entry.modelMap().getOrDefault(entry.model(), entry.model());
        }
        return entry.modelMap().size() == 1
                ? entry.modelMap().values().iterator().next()
                : null;
    }

    /** What a named route asks this target for, as the provider knows it, or null when that is not clear. */
    @Nullable
    String routeModel() {
        return routeModel(entry);
    }

    /** One candidate a key slot for a model, by the provider's name; none when the catalog says not to go there. */
    List<Candidate> candidates(String model) {
        return byModel.computeIfAbsent(model, this::assemble);
    }

    /** Why nothing is routed to a model by the catalog's word, or null. */
    @Nullable
    String barred(String model) {
        return BarredModels.reason(book.find(entry.virtualKey(), model), options);
    }

    private List<Candidate> assemble(String model) {
        CatalogEntry known = book.find(entry.virtualKey(), model);
        if (BarredModels.reason(known, options) != null) {
            return List.of();
        }
        Price price = PriceOverlay.over(entry.price(), known == null ? null : known.price());
        Integer stated = entry.capabilities();
        int abilities = stated != null ? stated : known == null ? Capability.ALL : offered(known);
        int embeddings = Capability.EMBEDDINGS.bit();
        int capabilities = writesOnly(known) ? abilities & ~embeddings : abilities | embeddings;
        List<Candidate> candidates = new ArrayList<>();
        for (KeySlot slot : target.provider().slots()) {
            candidates.add(new Candidate(
                    target,
                    slot,
                    model,
                    price,
                    capabilities,
                    first(
                            entry.maxContextTokens(),
                            limitedContextTokens,
                            known == null ? -1 : known.maxContextTokens()),
                    first(entry.maxOutputTokens(), Candidate.UNKNOWN, known == null ? -1 : known.maxOutputTokens()),
                    known != null && known.reasons(),
                    known == null ? Set.of() : known.efforts(),
                    known != null && known.fixedSampling()));
        }
        return List.copyOf(candidates);
    }

    /**
     * Models on the operator's own machine are told of tools in words where they know no calls:
     * nobody else has them.
     */
    private static int offered(CatalogEntry known) {
        return known.capabilities() | (known.selfHosted() ? Capability.PROMPTED_TOOLS.bit() : 0);
    }

    /** Whether the catalog knows a model well enough to say that it writes and gives no vectors. */
    private static boolean writesOnly(@Nullable CatalogEntry known) {
        return known != null && known.capabilities() != Capability.ALL && WRITING.contains(known.kind());
    }

    private static long first(long stated, long limited, long known) {
        if (stated >= 0) {
            return stated;
        }
        return limited >= 0 ? limited : known;
    }
}
