package io.faregate.router.config;

import io.faregate.router.catalog.PriceBook;
import io.faregate.router.catalog.Provider;
import io.faregate.router.config.RouterConfig.Auth;
import io.faregate.router.config.RouterConfig.KeyEntry;
import io.faregate.router.config.RouterConfig.LimitEntry;
import io.faregate.router.config.RouterConfig.TargetEntry;
import io.faregate.router.route.Routing;
import io.faregate.router.route.VirtualKey;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * From the text of a configuration to everything that follows from it, or to all its faults in one go. Immutable,
 * safe for all threads; reads no file itself.
 */
public final class ConfigLoader {
    private static final Set<String> NOTHING = Set.of("", "---", "...", "null", "~");

    private final PriceBook builtIn;
    private final Environment environment;

    /** Over a price book and an environment. */
    public ConfigLoader(PriceBook builtIn, Environment environment) {
        this.builtIn = builtIn;
        this.environment = environment;
    }

    /**
     * Loads a configuration.
     *
     * @param source the file's name, for faults
     * @param overlay the catalog's overlay file
     * @param overrides what the admin API changed; those that the file has overtaken are left out
     * @throws ConfigException with all faults
     */
    public Setup load(String source, String text, OverlayFile overlay, Overrides overrides) throws ConfigException {
        Faults faults = new Faults(source);
        RouterConfig file = ConfigReader.read(text, faults, environment);
        Overrides holding = overrides.stillHolding(file);
        RouterConfig config = holding.over(file);
        PriceBook book = overlaid(config, overlay, faults);
        Map<String, Provider> providers = new ProviderRegistry(config, environment, faults).providers();
        List<TargetEntry> targets = targets(config, providers);
        new NameCheck(config, targets, book, faults).check();
        warnOfUnregistered(config, providers, faults);
        List<TargetEntry> named = config.targets() == null ? List.of() : targets;
        BarredModels.warn(named, config.catalog(), book, faults);
        UnknownModels.warn(named, book, faults);
        KeyRing keys = keys(config.auth(), faults);
        checkHosts(config, keys, faults);
        if (config.saysNothing() && !blank(text)) {
            faults.warn(
                    "",
                    "found no target, route, key or budget, so every registered provider is called, for everybody and "
                            + "without a cap");
        }
        if (!faults.faults().isEmpty()) {
            throw new ConfigException(faults.faults());
        }
        Map<String, LimitEntry> providerLimits = Limits.ofProviders(config, providers.keySet());
        Map<String, LimitEntry> targetLimits = Limits.ofTargets(config, targets, providers.keySet());
        Map<String, LimitEntry> both = new LinkedHashMap<>();
        for (TargetEntry target : targets) {
            LimitEntry own = targetLimits.getOrDefault(target.name(), LimitEntry.NONE);
            both.put(target.name(), own.over(providerLimits.getOrDefault(target.virtualKey(), LimitEntry.NONE)));
        }
        Routing routing = new RoutingAssembler(config, targets, providers, book, both).assemble(providers.values());
        return new Setup(file, holding, config, routing, keys, providerLimits, targetLimits, faults.warnings());
    }

    /** Whether a text has nothing in it but comments, as of a file that was emptied or is yet to be written. */
    public static boolean blank(String text) {
        return text.lines().map(String::strip).allMatch(line -> line.startsWith("#") || NOTHING.contains(line));
    }

    /**
     * The price book of a configuration, whatever else is wrong with it.
     *
     * @throws ConfigException if the overlay cannot be used
     */
    public PriceBook priceBook(String source, String text, OverlayFile overlay) throws ConfigException {
        RouterConfig config = ConfigReader.read(text, new Faults(source), environment);
        Faults faults = new Faults(source);
        PriceBook book = overlaid(config, overlay, faults);
        if (!faults.faults().isEmpty()) {
            throw new ConfigException(faults.faults());
        }
        return book;
    }

    /** Gives the text of the overlay file. */
    public interface OverlayFile {
        /** The text of the file of that name, or null when there is none. */
        @Nullable
        String text(String name);
    }

    private PriceBook overlaid(RouterConfig config, OverlayFile overlay, Faults faults) {
        String name = config.catalog().overlay();
        String text = overlay.text(name);
        if (text == null) {
            if (config.catalog().overlayWritten()) {
                faults.warn("catalog.overlay", "found no file " + name + ", so the built-in prices hold alone");
            }
            return builtIn;
        }
        return builtIn.overlaidBy(text, fault -> faults.add("catalog.overlay", name + ": " + fault));
    }

    private List<TargetEntry> targets(RouterConfig config, Map<String, Provider> providers) {
        List<TargetEntry> written = config.targets();
        List<TargetEntry> targets = new ArrayList<>();
        if (written != null) {
            written.forEach(target -> targets.add(withOnlyModel(target)));
            return targets;
        }
        for (Provider provider : providers.values()) {
            if (provider.registered()) {
                targets.add(withOnlyModel(TargetReader.standard(provider.name())));
            }
        }
        return targets;
    }

    /** A target that nobody can call is told, with the variable that would change it. */
    private static void warnOfUnregistered(RouterConfig config, Map<String, Provider> providers, Faults faults) {
        List<TargetEntry> written = config.targets() == null ? List.of() : config.targets();
        for (int i = 0; i < written.size(); i++) {
            TargetEntry target = written.get(i);
            Provider provider = providers.get(target.virtualKey());
            String missing = provider == null ? null : provider.missing();
            if (missing != null) {
                faults.warn(
                        KeyPath.item("targets", i),
                        "target " + target.name() + " is not registered and never called: " + missing);
            }
        }
    }

    /** A provider whose variable names the one model it serves lends that name to a target without any. */
    private TargetEntry withOnlyModel(TargetEntry target) {
        BuiltinProviders.Builtin builtin = BuiltinProviders.all().get(target.virtualKey());
        String variable = builtin == null ? "" : builtin.modelVariable();
        String model = variable.isEmpty() || target.namesModels() ? null : environment.get(variable);
        return model == null ? target : TargetReader.withModel(target, model);
    }

    private KeyRing keys(@Nullable Auth auth, Faults faults) {
        if (auth == null) {
            return new KeyRing(Map.of(), null);
        }
        Map<String, VirtualKey> keys = new LinkedHashMap<>();
        for (int i = 0; i < auth.keys().size(); i++) {
            KeyEntry entry = auth.keys().get(i);
            String path = KeyPath.key(KeyPath.item("auth.keys", i), "key_env");
            String secret = entry.keyEnv().isBlank() ? null : environment.get(entry.keyEnv());
            if (secret == null && !entry.keyEnv().isBlank()) {
                faults.add(path, environment.found(entry.keyEnv()) + ", expected a variable with this key's secret");
            } else if (secret != null && Secrets.check(entry.keyEnv(), secret, faults)) {
                VirtualKey key = new VirtualKey(entry.name(), Set.copyOf(entry.routes()), entry.caps());
                String digest = HexFormat.of().formatHex(KeyRing.sha256(secret));
                if (keys.putIfAbsent(digest, key) != null) {
                    faults.add(path, "found the same secret as another key has, expected one of its own");
                }
            }
        }
        String admin = environment.get(auth.adminKeyEnv());
        if (admin == null) {
            faults.warn("auth.admin_key_env", environment.found(auth.adminKeyEnv()) + ", so nobody may use /admin");
        }
        boolean usable = admin != null && Secrets.check(auth.adminKeyEnv(), admin, faults);
        return new KeyRing(keys, usable && admin != null ? KeyRing.sha256(admin) : null);
    }

    private void checkHosts(RouterConfig config, KeyRing keys, Faults faults) {
        boolean keyed = config.auth() != null && !config.auth().keys().isEmpty();
        if (!keyed && keys.open() && !Hosts.isLoopback(config.server().host())) {
            faults.add(
                    "server.host",
                    "found \"" + config.server().host() + "\" without keys under auth, expected a loopback host");
        }
        String admin = config.analytics().adminKeyEnv();
        if (!Hosts.isLoopback(config.analytics().host()) && environment.get(admin) == null) {
            faults.add(
                    "analytics.host",
                    "found \"" + config.analytics().host() + "\", but " + environment.absence(admin)
                            + ", expected a loopback host or an admin key");
        }
    }
}
