package io.faregate.router.usage;

/**
 * A target that was passed over without a call.
 *
 * @param reason why, as one word: a missing capability, a limit, a bench's class, {@code budget}
 */
public record Skip(String target, String model, String reason) implements Tried {}
