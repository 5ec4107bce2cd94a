package io.faregate.analytics.ingest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Row;
import io.faregate.analytics.row.RowType;
import io.faregate.analytics.row.Text;
import io.faregate.analytics.row.UtcTime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The short way from a line to a {@link Row}, for lines spelt as the router spells them: what it reads is what
 * {@link RowDecoder} would read, and what it is not sure of it leaves to that one, with every word on why a line is no
 * row. For one batch, by one thread.
 *
 * <p>Fields come in the order of the line before, so that a name costs one comparison.
 */
final class RowScanner {
    private static final Field[] FIELDS = Field.values();
    private static final int TYPE = FIELDS.length;
    private static final int START = TYPE + 1;
    private static final byte[][] NAMES = names();
    private static final int DATE_CHARS = 10;
    private static final int TIME_CHARS = "2026-08-20T10:00:00.000Z".length();

    private final LineCursor cursor;
    private final Texts texts = new Texts();
    private final AttemptScanner attempts;
    private final int[] following = new int[START + 1];
    private final byte[] date = new byte[DATE_CHARS];
    private long dateMicros;

    /** A scanner of the bytes before {@code end}. */
    RowScanner(byte[] bytes, int end) {
        this.cursor = new LineCursor(bytes, end);
        this.attempts = new AttemptScanner(cursor, texts);
    }

    /** The row that begins here; null if it is not sure that there is one. */
    @Nullable
    Row read(int from) {
        cursor.moveTo(from);
        try {
            Row row = new Row();
            cursor.expect('{');
            long seen = 0;
            int before = START;
            do {
                int member = member(before);
                if (member < 0) {
                    cursor.skip();
                    continue;
                }
                before = member;
                if ((seen >>> member & 1) != 0) {
                    return null;
                }
                seen |= 1L << member;
                if (member == TYPE) {
                    row.setType(type());
                } else if (!cursor.takeNull()) {
                    value(row, FIELDS[member]);
                }
            } while (cursor.take(','));
            cursor.expect('}');
            RowDecoder.complete(row);
            return row;
        } catch (Unsure | BadRow e) {
            return null;
        }
    }

    /** Where the row that was read ends. */
    int end() {
        return cursor.at();
    }

    /** The member whose name and colon come next; -1 for one that schema 1 does not know. */
    private int member(int before) throws Unsure {
        int expected = following[before];
        if (cursor.take(NAMES[expected])) {
            return expected;
        }
        int from = cursor.string();
        String name = new String(cursor.bytes(), from, cursor.at() - 1 - from, US_ASCII);
        cursor.expect(':');
        Field field = Field.named(name);
        int found = field != null ? field.ordinal() : name.equals("type") ? TYPE : -1;
        if (found >= 0) {
            following[before] = found;
        }
        return found;
    }

    private RowType type() throws Unsure {
        RowType type = RowType.named(text().toString());
        if (type == null) {
            throw Unsure.UNSURE;
        }
        return type;
    }

    private void value(Row row, Field field) throws Unsure {
        switch (field.kind()) {
            case TEXT -> row.setText(field, isOften(field) ? text() : once(cursor.string(), cursor.at() - 1));
            case TIME -> row.setNumber(field, time());
            case COUNT -> row.setNumber(field, cursor.count());
            case MONEY -> row.setNumber(field, Scalars.money(cursor));
            case NUMBER -> row.setNumber(field, Double.doubleToRawLongBits(Scalars.number(cursor)));
            case FLAG -> row.setNumber(field, cursor.flag() ? 1 : 0);
            case JSON -> {
                int from = cursor.at();
                if (field == Field.ATTEMPTS) {
                    row.setAttempts(attempts.read());
                    row.setText(field, once(from, cursor.at()));
                } else {
                    cursor.skip();
                    row.setText(field, texts.of(cursor.bytes(), from, cursor.at()));
                }
            }
        }
    }

    /** Ids are seldom seen twice; all other texts are few. */
    private static boolean isOften(Field field) {
        return field != Field.ROW_ID && field != Field.REQUEST_ID && field != Field.TASK_ID;
    }

    private Text text() throws Unsure {
        int from = cursor.string();
        return texts.of(cursor.bytes(), from, cursor.at() - 1);
    }

    private Text once(int from, int to) {
        return Text.ofAscii(cursor.bytes(), from, to);
    }

    /** The router's own spelling of a time; the date is that of the row before nearly always. */
    private long time() throws Unsure {
        int from = cursor.string();
        byte[] bytes = cursor.bytes();
        if (cursor.at() - 1 - from != TIME_CHARS
                || bytes[from + 10] != 'T'
                || bytes[from + 13] != ':'
                || bytes[from + 16] != ':'
                || bytes[from + 19] != '.'
                || bytes[from + 23] != 'Z') {
            throw Unsure.UNSURE;
        }
        if (!Arrays.equals(bytes, from, from + DATE_CHARS, date, 0, DATE_CHARS)) {
            dateMicros = midnight(new String(bytes, from, DATE_CHARS, US_ASCII));
            System.arraycopy(bytes, from, date, 0, DATE_CHARS);
        }
        int hour = two(bytes, from + 11);
        int minute = two(bytes, from + 14);
        int second = two(bytes, from + 17);
        int millis = two(bytes, from + 20) * 10 + two(bytes, from + 21) % 10;
        if (hour > 23 || minute > 59 || second > 59) {
            throw Unsure.UNSURE;
        }
        return dateMicros + ((hour * 60 + minute) * 60 + second) * 1_000_000L + millis * 1000L;
    }

    private static long midnight(String date) throws Unsure {
        try {
            return UtcTime.parseMicros(date + "T00:00:00Z");
        } catch (IllegalArgumentException e) {
            throw Unsure.UNSURE;
        }
    }

    private static int two(byte[] bytes, int at) throws Unsure {
        int tens = bytes[at] - '0';
        int ones = bytes[at + 1] - '0';
        if (tens < 0 || tens > 9 || ones < 0 || ones > 9) {
            throw Unsure.UNSURE;
        }
        return tens * 10 + ones;
    }

    private static byte[][] names() {
        byte[][] names = new byte[START][];
        for (Field field : FIELDS) {
            names[field.ordinal()] = ('"' + field.jsonName() + "\":").getBytes(US_ASCII);
        }
        names[TYPE] = "\"type\":".getBytes(US_ASCII);
        return names;
    }
}
