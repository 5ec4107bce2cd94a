package io.faregate.router.cost;

/**
 * What a call used that is not billed by tokens. Immutable.
 *
 * @param images pictures made
 * @param audioMillis length of the audio heard or spoken
 * @param characters text turned into speech
 */
public record Units(long images, long audioMillis, long characters) {
    /** A call billed by tokens alone. */
    public static final Units NONE = new Units(0, 0, 0);
}
