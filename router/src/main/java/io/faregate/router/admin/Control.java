package io.faregate.router.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.config.ConfigException;
import io.faregate.router.config.Fault;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.RouterConfig;
import io.faregate.router.config.RouterConfig.KeyEntry;
import io.faregate.router.config.Setup;
import io.faregate.router.server.RouterServer;
import io.faregate.router.spend.Caps;
import io.faregate.router.spend.SpendLedger;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is in force, and the only way to change it: by the file, or by the administrator over it. Thread-safe; its
 * methods block and take turns, so none is for an event loop.
 */
public final class Control {
    private static final Logger LOG = LoggerFactory.getLogger(Control.class);
    private static final int MOST_REMEMBERED = 1_000;

    private final ConfigSource source;
    private final StateFile stateFile;
    private ConfigSource.Written written;
    private volatile Setup setup;
    private volatile long refusedReloads;
    private Map<String, String> answers;
    private @Nullable RouterServer server;
    private @Nullable SpendLedger ledger;

    private Control(
            ConfigSource source,
            ConfigSource.Written written,
            StateFile stateFile,
            StateFile.State state,
            Setup loaded) {
        this.source = source;
        this.written = written;
        this.stateFile = stateFile;
        this.answers = state.answers();
        this.setup = loaded;
    }

    /** Loads the configuration with the changes that an earlier process has left. */
    public static Control open(ConfigSource source) throws ConfigException {
        StateFile stateFile = new StateFile(source.resolve("data/state/overrides.json"));
        StateFile.State state = stateFile.read();
        ConfigSource.Written written = source.read();
        Control control = new Control(source, written, stateFile, state, written.load(state.overrides()));
        control.forgetOvertaken(state.overrides());
        return control;
    }

    /** From now on changes reach a server and its ledger. */
    public synchronized void serve(RouterServer running, SpendLedger money) {
        server = running;
        ledger = money;
    }

    /** What is in force. */
    public Setup setup() {
        return setup;
    }

    /** Puts a configuration's caps into force. */
    public static void configure(SpendLedger ledger, Setup setup) {
        Map<String, Caps> keys = new HashMap<>();
        RouterConfig.Auth auth = setup.config().auth();
        if (auth != null) {
            for (KeyEntry key : auth.keys()) {
                keys.put(key.name(), key.caps());
            }
        }
        Map<String, Caps> routes = new HashMap<>();
        setup.config().routes().forEach((name, route) -> routes.put(name, route.caps()));
        ledger.configure(setup.config().budgets().caps(), keys, routes);
    }

    /**
     * Reads the file again. A faulty one changes nothing.
     *
     * @return its faults, empty when it is in force now
     */
    public synchronized List<String> reload(String trigger) {
        try {
            Overrides before = setup().overrides();
            ConfigSource.Written next = source.read();
            Setup loaded = next.load(before);
            if (saysNothing(loaded.file()) && !saysNothing(setup().file())) {
                String text = "found no target, route, key or budget, expected one; only a restart takes such a file";
                throw new ConfigException(List.of(new Fault(String.valueOf(source.file()), 0, "", text)));
            }
            enforce(loaded);
            written = next;
            forgetOvertaken(before);
            LOG.info("the configuration {} is in force again ({})", source.file(), trigger);
            return List.of();
        } catch (ConfigException e) {
            refusedReloads++;
            LOG.error("the configuration is refused and the old one stays ({}):\n{}", trigger, e.getMessage());
            return e.faults().stream().map(Fault::toString).toList();
        }
    }

    /** A file caught between its truncation and its writing would open the router to everybody, without a cap. */
    private static boolean saysNothing(RouterConfig file) {
        return file.targets() == null
                && file.routes().isEmpty()
                && file.auth() == null
                && file.budgets().caps().equals(Caps.UNCAPPED);
    }

    /** How often a faulty file was refused. */
    public long refusedReloads() {
        return refusedReloads;
    }

    /** What the file has overtaken must not come back when the file says again what it said before. */
    private void forgetOvertaken(Overrides before) {
        Overrides holding = setup().overrides();
        if (!holding.equals(before)) {
            try {
                stateFile.write(new StateFile.State(holding, answers));
            } catch (UncheckedIOException e) {
                LOG.error("changes that the file has overtaken cannot be forgotten", e);
            }
        }
    }

    private void enforce(Setup loaded) {
        setup = loaded;
        if (ledger != null) {
            configure(ledger, loaded);
        }
        if (server != null) {
            server.swap(loaded);
        }
    }

    /** Computes other overrides from those that hold. */
    interface Edit {
        Overrides edit(Setup now) throws ChangeRefused;
    }

    /** Tells what is in force after a change, as its answer. */
    interface Telling {
        ObjectNode tell(RouterConfig after) throws ChangeRefused;
    }

    /**
     * What became of a change.
     *
     * @param made false when its record id was known: then nothing changed, and the answer is that of the first time
     */
    record Changed(ObjectNode answer, boolean made, RouterConfig before, RouterConfig after) {}

    /**
     * Makes a change, unless its record id is known: checked like a file, kept on disk together with its answer, then
     * in force. So the same change sent again, even at the same time or after a crash, is made once. It changes the
     * configuration in force, whatever the file says by now: a rollback must not wait until a faulty file is mended.
     */
    synchronized Changed change(Change asked, Edit edit, Telling telling) throws ChangeRefused {
        Setup before = setup();
        String known = asked.recordId() == null ? null : answers.get(asked.recordId());
        if (known != null) {
            return new Changed(AdminJson.parse(known), false, before.config(), before.config());
        }
        try {
            Setup loaded = written.load(edit.edit(before));
            ObjectNode answer = telling.tell(loaded.config());
            Map<String, String> remembered = with(asked.recordId(), answer);
            stateFile.write(new StateFile.State(loaded.overrides(), remembered));
            answers = remembered;
            enforce(loaded);
            return new Changed(answer, true, before.config(), loaded.config());
        } catch (IllegalArgumentException e) {
            throw new ChangeRefused(422, String.valueOf(e.getMessage()));
        } catch (ConfigException e) {
            throw new ChangeRefused(
                    422,
                    "The configuration would be faulty with this change.",
                    e.faults().stream().map(Fault::toString).toList());
        }
    }

    private Map<String, String> with(@Nullable String recordId, ObjectNode answer) {
        Map<String, String> next = new LinkedHashMap<>(answers);
        if (recordId != null) {
            next.put(recordId, AdminJson.write(answer));
        }
        while (next.size() > MOST_REMEMBERED) {
            next.remove(next.keySet().iterator().next());
        }
        return next;
    }
}
