package io.faregate.router.wire;

/**
 * That a choice of an answer has finished. Immutable.
 *
 * @param choice its index as the answer tells it, else its place
 */
public record Finish(long choice, String reason) {}
