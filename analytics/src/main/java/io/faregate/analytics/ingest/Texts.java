package io.faregate.analytics.ingest;

import io.faregate.analytics.row.Text;
import org.jspecify.annotations.Nullable;

/**
 * The texts that come again and again, each made once: models, routes, keys. A new one takes the place of an older one
 * of the same slot. Not safe for use by several threads.
 */
final class Texts {
    private static final int SLOTS = 1 << 10;
    private static final int LONGEST = 200;

    private final @Nullable Text[] slots = new @Nullable Text[SLOTS];

    /** The text of ASCII bytes. */
    Text of(byte[] bytes, int from, int to) {
        if (to - from > LONGEST) {
            return Text.ofAscii(bytes, from, to);
        }
        int hash = to - from;
        for (int i = from; i < to; i++) {
            hash = hash * 31 + bytes[i];
        }
        int slot = (hash ^ hash >>> 15) & SLOTS - 1;
        Text known = slots[slot];
        if (known != null && known.isAt(bytes, from, to)) {
            return known;
        }
        Text made = Text.ofAscii(bytes, from, to);
        slots[slot] = made;
        return made;
    }
}
