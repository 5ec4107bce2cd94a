package io.faregate.router.usage;

/**
 * Lines of calls that are handed over together, one behind the other in an array that is used again. Not thread-safe:
 * whoever fills it hands it to a sink, and has it back when the sink tells.
 */
public final class RowBatch {
    private final JsonBytes lines = new JsonBytes();
    private int rows;

    /** Makes it empty, and keeps its array. */
    public void clear() {
        lines.clear();
        rows = 0;
    }

    /** The lines are the first {@link #length()} bytes. */
    public byte[] bytes() {
        return lines.bytes();
    }

    /** Bytes of all lines. */
    public int length() {
        return lines.length();
    }

    /** How many lines there are. */
    public int rows() {
        return rows;
    }

    JsonBytes lines() {
        return lines;
    }

    void added() {
        rows++;
    }
}
