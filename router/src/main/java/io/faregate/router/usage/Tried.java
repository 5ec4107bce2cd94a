package io.faregate.router.usage;

/** One step of a chain: a real call, or a target that was passed over. Immutable. */
public sealed interface Tried permits Attempt, Skip {
    /** The target's name in the configuration. */
    String target();

    /** The model as the provider knows it. */
    String model();
}
