package io.faregate.router.server;

import io.faregate.router.config.KeyRing;
import io.faregate.router.config.Setup;
import io.faregate.router.health.BenchPolicy;
import io.faregate.router.route.Mode;
import io.faregate.router.route.Route;
import io.faregate.router.route.Routing;

/**
 * One configuration in force, as the shell sees it. Immutable; a reload swaps it whole.
 *
 * @param assignments what rows say of a plan, made once per route and arm
 * @param readsUserText whether a rule looks at what users wrote
 * @param unusableRoutes a line that tells how many named routes have no target that can be called, or nothing
 */
record Snapshot(Setup setup, Assignments assignments, boolean readsUserText, String unusableRoutes) {
    static Snapshot of(Setup setup) {
        boolean reads =
                setup.routing().routes().values().stream().anyMatch(route -> route.mode() == Mode.CONTENT_BASED);
        return new Snapshot(setup, new Assignments(), reads, unusable(setup.routing()));
    }

    /** Which and why is told to those who may ask what a request would do: this is for everybody. */
    private static String unusable(Routing routing) {
        long routes = routing.routes().values().stream()
                .filter(route -> route.named() && route.candidates().isEmpty())
                .map(Route::name)
                .distinct()
                .count();
        return routes == 0
                ? ""
                : routes == 1 ? "1 route has no usable target\n" : routes + " routes have no usable target\n";
    }

    Routing routing() {
        return setup.routing();
    }

    BenchPolicy benchPolicy() {
        return setup.routing().benchPolicy();
    }

    KeyRing keyring() {
        return setup.keys();
    }

    long maxBodyBytes() {
        return setup.config().server().maxBodyBytes();
    }
}
