package io.faregate.router.admin;

import io.faregate.router.config.Overrides;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The administrator's changes where they are kept: in a file, and before that in a store if routers share one. Blocks;
 * not thread-safe.
 */
final class KeptState {
    private static final Logger LOG = LoggerFactory.getLogger(KeptState.class);

    private final StateFile file;
    private StateFile.State held;
    private @Nullable StateStore store;

    KeptState(StateFile file) {
        this.file = file;
        held = file.read();
    }

    /** From now on a store goes before the file. */
    void share(StateStore shared) {
        store = shared;
        if (held.version() == 0 && !held.overrides().values().isEmpty()) {
            // Written by a version of this program that did not count.
            held = new StateFile.State(1, held.overrides(), held.answers());
        }
    }

    StateFile.State held() {
        return held;
    }

    /** What another router was told since, which is held from now on; or null. */
    StateFile.@Nullable State newer() throws IOException {
        if (store == null) {
            return null;
        }
        StateStore.Kept newer = store.newer(held.version(), () -> StateJson.write(held));
        if (newer == null) {
            return null;
        }
        StateFile.State read = StateJson.read(newer.document());
        held = new StateFile.State(newer.version(), read.overrides(), read.answers());
        store.taken(newer.version());
        writeCopy(held);
        return held;
    }

    /** Keeps what follows on what is held; false if another router was told something first. */
    boolean replace(Overrides overrides, Map<String, String> answers) throws IOException {
        StateFile.State next = new StateFile.State(held.version() + 1, overrides, answers);
        if (store == null) {
            file.write(next);
        } else if (!store.replace(next.version(), StateJson.write(next))) {
            return false;
        } else {
            writeCopy(next);
        }
        held = next;
        return true;
    }

    private void writeCopy(StateFile.State state) {
        try {
            file.write(state);
        } catch (UncheckedIOException e) {
            LOG.error("a change that the store keeps is not on this disk", e);
        }
    }
}
