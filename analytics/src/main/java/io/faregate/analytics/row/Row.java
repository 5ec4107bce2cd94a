package io.faregate.analytics.row;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One decoded row: flat arrays indexed by {@link Field#ordinal()}, because a batch has thousands of them. Filled by one
 * thread, read-only afterwards.
 */
public final class Row {
    private static final int WIDTH = Field.values().length;

    private @Nullable RowType type;
    private final long[] numbers = new long[WIDTH];
    private final @Nullable String[] texts = new @Nullable String[WIDTH];
    private final boolean[] present = new boolean[WIDTH];
    private List<Attempt> attempts = List.of();

    /** An empty row. */
    public Row() {}

    /** Its type. */
    public RowType type() {
        RowType known = type;
        if (known == null) {
            throw new IllegalStateException("a row without a type");
        }
        return known;
    }

    /** Whether the type is set. */
    public boolean hasType() {
        return type != null;
    }

    /** Sets the type. */
    public void setType(RowType value) {
        type = value;
    }

    /** Whether the field has a value; false is null. */
    public boolean has(Field field) {
        return present[field.ordinal()];
    }

    /** A count, picodollars, microseconds, 1 or 0, or the bits of a double, by the field's kind; 0 when absent. */
    public long number(Field field) {
        return numbers[field.ordinal()];
    }

    /** The number of a field that may be absent. */
    public @Nullable Long numberOrNull(Field field) {
        return has(field) ? (Long) numbers[field.ordinal()] : null;
    }

    /** The text of a TEXT or JSON field; null when absent. */
    public @Nullable String text(Field field) {
        return texts[field.ordinal()];
    }

    /** The row's id, which every row has. */
    public String rowId() {
        String id = texts[Field.ROW_ID.ordinal()];
        if (id == null) {
            throw new IllegalStateException("a row without row_id");
        }
        return id;
    }

    /** The real calls upstream, in order; empty where none was made or the row does not say. */
    public List<Attempt> attempts() {
        return attempts;
    }

    /** Sets the real calls upstream. */
    public void setAttempts(List<Attempt> value) {
        attempts = List.copyOf(value);
    }

    /** Sets a numeric field. */
    public void setNumber(Field field, long value) {
        numbers[field.ordinal()] = value;
        present[field.ordinal()] = true;
    }

    /** Sets a TEXT or JSON field. */
    public void setText(Field field, String value) {
        texts[field.ordinal()] = value;
        present[field.ordinal()] = true;
    }
}
