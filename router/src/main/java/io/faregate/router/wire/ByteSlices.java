package io.faregate.router.wire;

import java.util.Arrays;

/**
 * A text as a row of byte ranges, most of them parts of the text it was made from: an edit that copies nothing. The
 * arrays are shared and must not be changed. Filled by one thread, then read by any.
 */
public final class ByteSlices {
    private static final int USUAL = 6;

    private byte[][] arrays = new byte[USUAL][];
    /** Offset in the upper half, length in the lower. */
    private long[] spans = new long[USUAL];

    private int count;
    private long totalLength;

    /** Forgets the ranges, to be filled anew. */
    ByteSlices clear() {
        Arrays.fill(arrays, 0, count, null);
        count = 0;
        totalLength = 0;
        return this;
    }

    /** Appends a whole array. */
    public ByteSlices add(byte[] bytes) {
        return add(bytes, 0, bytes.length);
    }

    /** Appends a range; one that follows the last in the same array lengthens it. */
    public ByteSlices add(byte[] bytes, int offset, int length) {
        if (length == 0) {
            return this;
        }
        totalLength += length;
        int last = count - 1;
        if (last >= 0 && arrays[last] == bytes && offset(last) + length(last) == offset) {
            spans[last] += length;
            return this;
        }
        if (count == arrays.length) {
            arrays = Arrays.copyOf(arrays, 2 * count);
            spans = Arrays.copyOf(spans, 2 * count);
        }
        arrays[count] = bytes;
        spans[count++] = (long) offset << Integer.SIZE | length;
        return this;
    }

    /** The number of ranges. */
    public int count() {
        return count;
    }

    /** The array of a range. */
    public byte[] array(int index) {
        return arrays[index];
    }

    /** Where a range begins in its array. */
    public int offset(int index) {
        return (int) (spans[index] >>> Integer.SIZE);
    }

    /** How long a range is. */
    public int length(int index) {
        return (int) spans[index];
    }

    /** The length of the text. */
    public long totalLength() {
        return totalLength;
    }

    /** Copies the text into an array and returns the offset behind it. */
    public int copyTo(byte[] target, int at) {
        int to = at;
        for (int i = 0; i < count; i++) {
            System.arraycopy(arrays[i], offset(i), target, to, length(i));
            to += length(i);
        }
        return to;
    }

    /** The text in one array of its own. */
    public byte[] toByteArray() {
        byte[] bytes = new byte[Math.toIntExact(totalLength)];
        copyTo(bytes, 0);
        return bytes;
    }
}
