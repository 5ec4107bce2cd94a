package io.faregate.router.server;

import io.faregate.router.config.KeyRing;
import io.faregate.router.config.Setup;
import io.faregate.router.route.Mode;
import io.faregate.router.route.Routing;

/**
 * One configuration in force, as the shell sees it. Immutable; a reload swaps it whole.
 *
 * @param assignments what rows say of a plan, made once per route and arm
 * @param readsUserText whether a rule looks at what users wrote
 */
record Snapshot(Setup setup, Assignments assignments, boolean readsUserText) {
    static Snapshot of(Setup setup) {
        boolean reads =
                setup.routing().routes().values().stream().anyMatch(route -> route.mode() == Mode.CONTENT_BASED);
        return new Snapshot(setup, new Assignments(), reads);
    }

    Routing routing() {
        return setup.routing();
    }

    KeyRing keyring() {
        return setup.keys();
    }

    long maxBodyBytes() {
        return setup.config().server().maxBodyBytes();
    }
}
