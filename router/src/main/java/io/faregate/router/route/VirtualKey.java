package io.faregate.router.route;

import io.faregate.router.spend.Caps;
import java.util.Set;

/**
 * A client's credential as the router knows it: never the secret itself.
 *
 * @param routes the routes it may use, empty for all
 */
public record VirtualKey(String name, Set<String> routes, Caps caps) {}
