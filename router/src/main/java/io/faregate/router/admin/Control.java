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
    private volatile Setup setup;
    private final Map<String, String> answers = new LinkedHashMap<>();
    private @Nullable RouterServer server;
    private @Nullable SpendLedger ledger;

    private Control(ConfigSource source, StateFile stateFile, StateFile.State state, Setup loaded) {
        this.source = source;
        this.stateFile = stateFile;
        this.answers.putAll(state.answers());
        this.setup = loaded;
    }

    /** Loads the configuration with the changes that an earlier process has left. */
    public static Control open(ConfigSource source) throws ConfigException {
        StateFile stateFile = new StateFile(source.resolve("data/state/overrides.json"));
        StateFile.State state = stateFile.read();
        return new Control(source, stateFile, state, source.load(state.overrides()));
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
            enforce(source.load(setup().overrides()));
            LOG.info("the configuration {} is in force again ({})", source.file(), trigger);
            return List.of();
        } catch (ConfigException e) {
            LOG.error("the configuration is refused and the old one stays ({}):\n{}", trigger, e.getMessage());
            return e.faults().stream().map(Fault::toString).toList();
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

    /** What a change was before and after it, for its row and its answer. */
    record Changed(RouterConfig before, RouterConfig after) {}

    /** Makes a change: checked like a file, kept on disk, then in force. */
    synchronized Changed change(Edit edit) throws ChangeRefused {
        Setup before = setup();
        try {
            Setup loaded = source.load(edit.edit(before));
            stateFile.write(new StateFile.State(loaded.overrides(), answers));
            enforce(loaded);
            return new Changed(before.config(), loaded.config());
        } catch (IllegalArgumentException e) {
            throw new ChangeRefused(422, String.valueOf(e.getMessage()));
        } catch (ConfigException e) {
            throw new ChangeRefused(
                    422,
                    "The configuration would be faulty with this change.",
                    e.faults().stream().map(Fault::toString).toList());
        }
    }

    /** The answer that a change with that id got, or null when there was none. */
    synchronized @Nullable String answered(@Nullable String recordId) {
        return recordId == null ? null : answers.get(recordId);
    }

    /** Remembers an answer, so that the same change is made once. */
    synchronized void remember(@Nullable String recordId, ObjectNode answer) {
        if (recordId == null) {
            return;
        }
        answers.put(recordId, answer.toString());
        while (answers.size() > MOST_REMEMBERED) {
            answers.remove(answers.keySet().iterator().next());
        }
        stateFile.write(new StateFile.State(setup().overrides(), answers));
    }
}
