package io.faregate.router.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.config.ConfigException;
import io.faregate.router.config.Fault;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.RestartKeys;
import io.faregate.router.config.RouterConfig;
import io.faregate.router.config.RouterConfig.KeyEntry;
import io.faregate.router.config.Setup;
import io.faregate.router.server.RouterServer;
import io.faregate.router.spend.Caps;
import io.faregate.router.spend.SpendLedger;
import java.io.IOException;
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
    private static final int MOST_TRIES = 8;

    private final ConfigSource source;
    private final KeptState kept;
    private final RouterConfig began;
    private ConfigSource.Written written;
    private volatile Setup setup;
    private volatile long refusedReloads;
    private volatile List<String> awaitingRestart = List.of();
    private Map<String, String> answers;

    /** What other routers were told of fields that this one's file does not have. */
    private Overrides foreign = Overrides.NONE;

    /** Whether this one's file does not bear what another router was told. */
    private boolean astray;

    private @Nullable RouterServer server;
    private @Nullable SpendLedger ledger;

    private Control(ConfigSource source, ConfigSource.Written written, KeptState kept, Setup loaded) {
        this.source = source;
        this.written = written;
        this.kept = kept;
        this.began = loaded.config();
        this.answers = kept.held().answers();
        this.setup = loaded;
    }

    /** Loads the configuration with the changes that an earlier process has left. */
    public static Control open(ConfigSource source) throws ConfigException {
        KeptState kept = new KeptState(new StateFile(source.resolve("data/state/overrides.json")));
        ConfigSource.Written written = source.read();
        Control control =
                new Control(source, written, kept, written.load(kept.held().overrides()));
        if (control.setup().config().redisUrl() == null) {
            control.forgetOvertaken();
        }
        return control;
    }

    /**
     * From now on changes are shared with other routers: what they were told is in force here, and the other way
     * round. While the store does not answer what is in force stays, and no change is made.
     */
    public synchronized void share(StateStore store) {
        kept.share(store);
        follow(false);
    }

    /** Takes up what other routers were told since. What the store does not give, or gives broken, is logged. */
    public synchronized void follow() {
        follow(true);
    }

    private void follow(boolean running) {
        try {
            takeUp(running);
            if (!running) {
                foreign = kept.held().overrides().absentFrom(setup().file());
            }
            forgetOvertaken();
        } catch (JsonProcessingException e) {
            LOG.error("what routers share is no document of changes: {}", e.getOriginalMessage());
        } catch (IOException e) {
            LOG.debug("the shared changes are not known", e);
        }
    }

    /** Takes up a newer state; what this router's file has overtaken since it knew the last one stays so. */
    private void takeUp(boolean running) throws IOException {
        Overrides overtaken = astray || !running ? Overrides.NONE : overtaken();
        StateFile.State newer = kept.newer();
        if (newer == null && !astray) {
            return;
        }
        Overrides told = kept.held().overrides().less(overtaken);
        answers = kept.held().answers();
        try {
            Setup loaded = written.load(running ? told.on(setup().file()) : told);
            astray = false;
            foreign = told.absentFrom(loaded.file());
            enforce(loaded);
            LOG.info("what routers share is in force in version {}", kept.held().version());
        } catch (ConfigException e) {
            astray = true;
            LOG.error("this router's file does not bear what another router was told:\n{}", e.getMessage());
        }
    }

    /** What is kept and does not hold any more. */
    private Overrides overtaken() {
        return kept.held().overrides().less(foreign).less(setup().overrides());
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
            ConfigSource.Written next = source.read();
            Setup loaded = next.load(setup().overrides());
            checkStillClosed(loaded);
            enforce(loaded);
            written = next;
            follow();
            LOG.info("the configuration {} is in force again ({})", source.file(), trigger);
            awaitingRestart = RestartKeys.changed(began, loaded.config());
            if (!awaitingRestart.isEmpty()) {
                LOG.warn(
                        "{}: changed since the start and in force only after a restart: {}",
                        source.file(),
                        String.join(", ", awaitingRestart));
            }
            return List.of();
        } catch (ConfigException e) {
            refusedReloads++;
            LOG.error("the configuration is refused and the old one stays ({}):\n{}", trigger, e.getMessage());
            return e.faults().stream().map(Fault::toString).toList();
        }
    }

    /**
     * A file caught between its truncation and its writing would open the router to everybody, without a cap; and where
     * keys were asked for, others than this host may reach it.
     */
    private void checkStillClosed(Setup loaded) throws ConfigException {
        if (loaded.file().saysNothing() && !setup().file().saysNothing()) {
            throw restartAlone("", "found no target, route, key or budget, expected one");
        }
        if (loaded.keys().open() && !setup().keys().open()) {
            throw restartAlone("auth.keys", "found no key where there were some, expected one");
        }
    }

    private ConfigException restartAlone(String path, String text) {
        String file = String.valueOf(source.file());
        return new ConfigException(List.of(new Fault(file, 0, path, text + "; only a restart takes such a file")));
    }

    /** The keys that the file has changed since the start and that hold only after a restart. */
    public List<String> awaitingRestart() {
        return awaitingRestart;
    }

    /** How often a faulty file was refused. */
    public long refusedReloads() {
        return refusedReloads;
    }

    /** What the file has overtaken must not come back when the file says again what it said before. */
    private void forgetOvertaken() {
        try {
            for (int i = 0; i < MOST_TRIES && !astray && !overtaken().values().isEmpty(); i++) {
                if (kept.replace(foreign.and(setup().overrides()), answers)) {
                    return;
                }
                takeUp(true);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.error("changes that the file has overtaken cannot be forgotten", e);
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
        try {
            for (int i = 0; i < MOST_TRIES; i++) {
                Changed done = known(asked);
                if (done == null) {
                    takeUp(true);
                    done = known(asked);
                }
                done = done == null ? attempt(asked, edit, telling) : done;
                if (done != null) {
                    return done;
                }
            }
            throw new ChangeRefused(503, "Nothing is changed: other routers were told something each time.");
        } catch (IOException e) {
            throw new ChangeRefused(
                    503, "The shared store does not answer, so what was last told stays in force: " + e.getMessage());
        }
    }

    private @Nullable Changed known(Change asked) {
        String known = asked.recordId() == null ? null : answers.get(asked.recordId());
        RouterConfig now = setup().config();
        return known == null ? null : new Changed(AdminJson.parse(known), false, now, now);
    }

    /** Makes a change upon what is in force; null if another router was told something first. */
    private @Nullable Changed attempt(Change asked, Edit edit, Telling telling) throws ChangeRefused, IOException {
        if (astray) {
            throw new ChangeRefused(503, "This router's file does not bear what another router was told.");
        }
        Setup before = setup();
        try {
            Setup loaded = written.load(edit.edit(before));
            ObjectNode answer = telling.tell(loaded.config());
            Map<String, String> remembered = with(asked.recordId(), answer);
            if (!kept.replace(foreign.and(loaded.overrides()), remembered)) {
                return null;
            }
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
