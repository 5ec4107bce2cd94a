package io.faregate.router.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The keys of the objects that are open while a JSON text is read, to find one said twice. Not thread-safe.
 *
 * <p>One table with open addressing for all levels. Keys leave in the reverse order of their coming, so a freed slot
 * never breaks the probe sequence of a key that is still there. The hash is seeded, so that no body can be prepared
 * to make it slow.
 */
final class OpenKeys {
    private static final byte[] NO_BYTES = {};
    private static final int KEPT_KEYS = 1024;
    private static final int FIRST_KEYS = 64;

    /** The most keys of objects that are open at one time; no request needs so many, and each costs time. */
    static final int MOST_KEYS = 1 << 15;

    private final long seed;
    private byte[][] source = new byte[FIRST_KEYS][];
    private int[] from = new int[FIRST_KEYS];
    private int[] to = new int[FIRST_KEYS];
    private long[] hash = new long[FIRST_KEYS];
    private int[] slotOf = new int[FIRST_KEYS];
    private int[] slots = new int[2 * FIRST_KEYS];
    private final int[] marks = new int[JsonCursor.MAX_DEPTH + 1];
    private int level;
    private int count;
    private int used;

    OpenKeys(long seed) {
        this.seed = seed;
    }

    /** Forgets everything, also what a huge text made it grow to. */
    void clear() {
        if (source.length > KEPT_KEYS) {
            allocate(FIRST_KEYS);
        } else {
            empty(0);
            Arrays.fill(source, 0, used, NO_BYTES);
        }
        count = 0;
        used = 0;
        level = 0;
    }

    void enter() {
        marks[level++] = count;
    }

    void leave() {
        empty(marks[--level]);
    }

    private void empty(int mark) {
        while (count > mark) {
            slots[slotOf[--count]] = 0;
        }
    }

    /** Adds a key of the innermost object; false when it is there already. */
    boolean add(byte[] bytes, int start, int end, boolean escaped) throws BadJson {
        byte[] key = bytes;
        int keyFrom = start;
        int keyTo = end;
        if (escaped) {
            key = unescaped(bytes, start, end);
            keyFrom = 0;
            keyTo = key.length;
        }
        int mark = marks[level - 1];
        long keyHash = hash(key, keyFrom, keyTo, level);
        int slot = (int) keyHash & slots.length - 1;
        while (slots[slot] != 0) {
            int other = slots[slot] - 1;
            if (other >= mark && hash[other] == keyHash && same(other, key, keyFrom, keyTo)) {
                return false;
            }
            slot = slot + 1 & slots.length - 1;
        }
        if (count == source.length) {
            if (count == MOST_KEYS) {
                throw new BadJson("more than " + MOST_KEYS + " keys in open objects" + JsonCursor.at(start));
            }
            grow();
            slot = free(keyHash);
        }
        source[count] = key;
        from[count] = keyFrom;
        to[count] = keyTo;
        hash[count] = keyHash;
        slotOf[count] = slot;
        slots[slot] = ++count;
        used = Math.max(used, count);
        return true;
    }

    /** A key without escapes; a half surrogate pair is written like any character of its number, as CESU-8 does. */
    private static byte[] unescaped(byte[] bytes, int start, int end) {
        String text = JsonText.decode(bytes, start, end, true);
        ByteArrayOutputStream key = new ByteArrayOutputStream(text.length());
        text.codePoints().forEach(c -> {
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                key.write(0xE0 | c >> 12);
                key.write(0x80 | (c >> 6 & 0x3F));
                key.write(0x80 | (c & 0x3F));
            } else {
                key.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
        });
        return key.toByteArray();
    }

    private boolean same(int other, byte[] key, int keyFrom, int keyTo) {
        return Arrays.equals(source[other], from[other], to[other], key, keyFrom, keyTo);
    }

    private int free(long keyHash) {
        int slot = (int) keyHash & slots.length - 1;
        while (slots[slot] != 0) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    private void grow() {
        int size = 2 * source.length;
        source = Arrays.copyOf(source, size);
        from = Arrays.copyOf(from, size);
        to = Arrays.copyOf(to, size);
        hash = Arrays.copyOf(hash, size);
        slots = new int[2 * size];
        slotOf = new int[size];
        for (int i = 0; i < count; i++) {
            slotOf[i] = free(hash[i]);
            slots[slotOf[i]] = i + 1;
        }
    }

    private void allocate(int size) {
        source = new byte[size][];
        from = new int[size];
        to = new int[size];
        hash = new long[size];
        slotOf = new int[size];
        slots = new int[2 * size];
    }

    /** A multiplicative hash with the finish of MurmurHash3, which spreads every bit over the low ones. */
    private long hash(byte[] key, int keyFrom, int keyTo, int salt) {
        long h = seed + salt;
        for (int i = keyFrom; i < keyTo; i += Long.BYTES) {
            h = (h ^ JsonText.word(key, i, keyTo)) * 0x9E3779B97F4A7C15L;
            h ^= h >>> 29;
        }
        h = (h ^ h >>> 33) * 0xFF51AFD7ED558CCDL;
        h = (h ^ h >>> 33) * 0xC4CEB9FE1A85EC53L;
        return h ^ h >>> 33;
    }
}
