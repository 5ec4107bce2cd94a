package io.faregate.router.wire;

import java.util.Arrays;

/**
 * A text as a row of byte ranges, most of them parts of the text it was made from: an edit that copies nothing. The
 * arrays are shared and must not be changed. Filled by one thread, then read by any.
 */
public final class ByteSlices {
    private byte[][] arrays = new byte[8][];
    private int[] offsets = new int[8];
    private int[] lengths = new int[8];
    private int count;
    private long totalLength;

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
        if (last >= 0 && arrays[last] == bytes && offsets[last] + lengths[last] == offset) {
            lengths[last] += length;
            return this;
        }
        if (count == arrays.length) {
            arrays = Arrays.copyOf(arrays, 2 * count);
            offsets = Arrays.copyOf(offsets, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        arrays[count] = bytes;
        offsets[count] = offset;
        lengths[count++] = length;
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
        return offsets[index];
    }

    /** How long a range is. */
    public int length(int index) {
        return lengths[index];
    }

    /** The length of the text. */
    public long totalLength() {
        return totalLength;
    }

    /** Copies the text into an array and returns the offset behind it. */
    public int copyTo(byte[] target, int at) {
        int to = at;
        for (int i = 0; i < count; i++) {
            System.arraycopy(arrays[i], offsets[i], target, to, lengths[i]);
            to += lengths[i];
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
