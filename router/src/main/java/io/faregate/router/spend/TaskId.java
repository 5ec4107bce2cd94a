package io.faregate.router.spend;

/**
 * Which task. Immutable.
 *
 * @param key the virtual key's name, empty without one
 * @param route the route whose own cap it counts for, empty for the task as a whole
 * @param task the name the client gave it
 */
public record TaskId(String key, String route, String task) implements Account {}
