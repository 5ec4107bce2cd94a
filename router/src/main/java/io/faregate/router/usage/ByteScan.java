package io.faregate.router.usage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks for single bytes, eight at a time: a start reads more than a gigabyte of rows. Stateless. */
public final class ByteScan {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private ByteScan() {}

    /** The first offset of a byte in {@code bytes[from, to)}, or {@code to}. */
    public static int find(byte[] bytes, int from, int to, byte wanted) {
        return find(bytes, from, to, wanted, wanted);
    }

    /** The first offset of one of two bytes in {@code bytes[from, to)}, or {@code to}. */
    static int find(byte[] bytes, int from, int to, byte one, byte other) {
        long ones = ONES * (one & 0xFF);
        long others = ONES * (other & 0xFF);
        int at = from;
        while (at + Long.BYTES <= to) {
            long word = (long) LONGS.get(bytes, at);
            long first = word ^ ones;
            long second = word ^ others;
            // The lowest mark is that of a byte which became zero; those above it may be borrowed.
            long marks = (((first - ONES) & ~first) | ((second - ONES) & ~second)) & HIGHS;
            if (marks != 0) {
                return at + (Long.numberOfTrailingZeros(marks) >> 3);
            }
            at += Long.BYTES;
        }
        while (at < to && bytes[at] != one && bytes[at] != other) {
            at++;
        }
        return at;
    }
}
