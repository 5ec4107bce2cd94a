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
    private final @Nullable Text[] texts = new @Nullable Text[WIDTH];
    /** A bit for each field with a value; there are fewer than 64 fields. */
    private long present;

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
        return (present >>> field.ordinal() & 1) != 0;
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
        Text text = texts[field.ordinal()];
        return text == null ? null : text.toString();
    }

    /** The UTF-8 bytes of a TEXT or JSON field, which nobody changes; null when absent. */
    public byte @Nullable [] utf8(Field field) {
        Text text = texts[field.ordinal()];
        return text == null ? null : text.utf8();
    }

    /** The {@link IdHash} of a TEXT field; 0 when absent. */
    public long hash(Field field) {
        Text text = texts[field.ordinal()];
        return text == null ? 0 : text.hash();
    }

    /** Whether the other row has the same value of the field, or has none either. */
    public boolean isSame(Field field, Row other) {
        int at = field.ordinal();
        if ((present >>> at & 1) != (other.present >>> at & 1) || numbers[at] != other.numbers[at]) {
            return false;
        }
        Text mine = texts[at];
        Text its = other.texts[at];
        return mine == its || (mine != null && its != null && mine.isAt(its.utf8(), 0, its.utf8().length));
    }

    /** A bit for each field with a value, by its ordinal. */
    public long present() {
        return present;
    }

    /** The row's id, which every row has. */
    public String rowId() {
        Text id = texts[Field.ROW_ID.ordinal()];
        if (id == null) {
            throw new IllegalStateException("a row without row_id");
        }
        return id.toString();
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
        present |= 1L << field.ordinal();
    }

    /** Sets a TEXT or JSON field. */
    public void setText(Field field, String value) {
        setText(field, Text.of(value));
    }

    /** Sets a TEXT or JSON field. */
    public void setText(Field field, Text value) {
        texts[field.ordinal()] = value;
        present |= 1L << field.ordinal();
    }
}
