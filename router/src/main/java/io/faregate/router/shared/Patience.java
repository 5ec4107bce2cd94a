package io.faregate.router.shared;

/**
 * How long replicas wait for the store and for each other.
 *
 * @param answerMillis for an answer of the store
 * @param signMillis between signs of life
 * @param graceMillis in which replicas tell a store that lost its data what they have drawn, before it grants again
 * @param leaseMillis after its last sign a replica counts as gone
 */
public record Patience(long answerMillis, long signMillis, long graceMillis, long leaseMillis) {
    /** What suits a store in the same network. */
    public static final Patience USUAL = new Patience(1_000, 200, 2_000, 10_000);
}
