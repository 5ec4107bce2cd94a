package io.faregate.analytics.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Row;
import io.faregate.analytics.row.RowType;
import io.faregate.analytics.row.UtcTime;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One JSON line to one {@link Row}, strictly: the types of schema 1 and nothing near them, no key twice, nothing after
 * the object. Unknown fields are ignored; a field that an older row lacks is absent. Safe for use by many threads.
 */
final class RowDecoder {
    /** How the parser tells of another place than that of the fault; a row is one line. */
    private static final Pattern PLACE = Pattern.compile("\\[Source: [^;]*; line: \\d+, column: (\\d+)]");

    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> ARMS = Set.of("primary", "challenger");
    private static final Set<String> OUTCOMES = Set.of("served", "refused", "failed", "canceled", "truncated");
    private static final int FIRST_STATUS = 100;
    private static final int LAST_STATUS = 999;
    private static final long SCHEMA = 1;

    private final AttemptReader attemptReader = new AttemptReader();

    /**
     * Decodes one line, without its line end.
     *
     * @throws BadRow with the reason, if the line is no row of schema 1
     */
    Row decode(byte[] bytes, int offset, int length) throws BadRow {
        try (JsonParser parser = JSON.createParser(bytes, offset, length)) {
            Row row = new Row();
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadRow("not a JSON object");
            }
            boolean[] seen = new boolean[Field.values().length];
            boolean typeSeen = false;
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                if (name.equals("type")) {
                    if (typeSeen) {
                        throw new BadRow("key given twice: type");
                    }
                    typeSeen = true;
                    row.setType(type(parser));
                    continue;
                }
                Field field = Field.named(name);
                if (field == null) {
                    parser.skipChildren();
                    continue;
                }
                if (seen[field.ordinal()]) {
                    throw new BadRow("key given twice: " + name);
                }
                seen[field.ordinal()] = true;
                if (parser.currentToken() != JsonToken.VALUE_NULL) {
                    read(parser, field, row, bytes, offset);
                }
            }
            if (parser.nextToken() != null) {
                throw new BadRow("text after the object");
            }
            complete(row);
            return row;
        } catch (InputCoercionException e) {
            throw new BadRow("number out of range");
        } catch (JsonProcessingException e) {
            throw new BadRow("not JSON: "
                    + firstLine(PLACE.matcher(e.getOriginalMessage()).replaceAll("column $1")));
        } catch (IOException e) {
            throw new BadRow("not readable: " + firstLine(String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            // Nothing is known to get here; if something does, one line is lost instead of all that follow it.
            throw new BadRow("not readable: " + firstLine(e.toString()));
        }
    }

    private void read(JsonParser parser, Field field, Row row, byte[] bytes, int offset) throws IOException, BadRow {
        switch (field.kind()) {
            case TEXT -> row.setText(field, text(parser, field));
            case TIME -> row.setNumber(field, time(text(parser, field), field));
            case COUNT -> row.setNumber(field, Values.count(parser, field.jsonName()));
            case MONEY -> row.setNumber(field, Values.money(parser, field.jsonName()));
            case NUMBER -> row.setNumber(field, Double.doubleToRawLongBits(number(parser, field)));
            case FLAG -> row.setNumber(field, flag(parser, field) ? 1 : 0);
            case JSON -> {
                int from = (int) parser.currentTokenLocation().getByteOffset();
                if (field == Field.ATTEMPTS) {
                    row.setAttempts(attemptReader.read(parser));
                } else {
                    Values.skip(parser, field.jsonName());
                    parser.finishToken();
                }
                int to = (int) parser.currentLocation().getByteOffset();
                row.setText(field, new String(bytes, offset + from, to - from, UTF_8));
            }
        }
    }

    private static RowType type(JsonParser parser) throws IOException, BadRow {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw new BadRow("type: expected call, feedback or decision");
        }
        RowType type = RowType.named(parser.getText());
        if (type == null) {
            throw new BadRow("type: expected call, feedback or decision");
        }
        return type;
    }

    private static String text(JsonParser parser, Field field) throws IOException, BadRow {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw wrong(field.jsonName(), "a string", parser);
        }
        return Values.text(parser, field.jsonName());
    }

    private static long time(String text, Field field) throws BadRow {
        try {
            return UtcTime.parseMicros(text);
        } catch (IllegalArgumentException e) {
            throw new BadRow(field.jsonName() + ": " + e.getMessage());
        }
    }

    private static double number(JsonParser parser, Field field) throws IOException, BadRow {
        if (!parser.currentToken().isNumeric()) {
            throw wrong(field.jsonName(), "a number", parser);
        }
        Values.inRange(parser, field.jsonName());
        double value = parser.getDoubleValue();
        if (!Double.isFinite(value) || value < 0) {
            throw wrong(field.jsonName(), "a finite number from 0 up", parser);
        }
        return value;
    }

    private static boolean flag(JsonParser parser, Field field) throws IOException, BadRow {
        if (!parser.currentToken().isBoolean()) {
            throw wrong(field.jsonName(), "true or false", parser);
        }
        return parser.getBooleanValue();
    }

    /** What every row must have, and the few values that the figures depend on. */
    static void complete(Row row) throws BadRow {
        if (!row.hasType()) {
            throw new BadRow("no type");
        }
        if (row.has(Field.SCHEMA) && row.number(Field.SCHEMA) != SCHEMA) {
            throw new BadRow("schema: expected 1, found " + row.number(Field.SCHEMA));
        }
        String id = row.text(Field.ROW_ID);
        if (id == null || id.isEmpty()) {
            throw new BadRow("no row_id");
        }
        if (!row.has(Field.TS)) {
            throw new BadRow("no ts");
        }
        String arm = row.text(Field.ARM);
        if (arm != null && !ARMS.contains(arm)) {
            throw new BadRow("arm: expected primary or challenger");
        }
        String outcome = row.text(Field.OUTCOME);
        if (outcome != null && !OUTCOMES.contains(outcome)) {
            throw new BadRow("outcome: expected served, refused, failed, canceled or truncated");
        }
        if (row.has(Field.STATUS)
                && (row.number(Field.STATUS) < FIRST_STATUS || row.number(Field.STATUS) > LAST_STATUS)) {
            throw new BadRow("status: expected 100 to 999, found " + row.number(Field.STATUS));
        }
        for (Field field : new Field[] {Field.SHARE, Field.SCORE}) {
            if (row.has(field) && Double.longBitsToDouble(row.number(field)) > 1) {
                throw new BadRow(field.jsonName() + ": expected 0 to 1");
            }
        }
        if (row.type() == RowType.FEEDBACK && !row.has(Field.TASK_ID)) {
            throw new BadRow("feedback without task_id");
        }
        if (row.type() == RowType.CALL && !row.has(Field.TASK_ID)) {
            // Older rows name no task: then the request is a task of its own.
            String request = row.text(Field.REQUEST_ID);
            row.setText(Field.TASK_ID, request == null ? id : request);
        }
    }

    static BadRow wrong(String name, String expected, JsonParser parser) throws IOException {
        String found = parser.getText();
        return new BadRow(name + ": expected " + expected + ", found "
                + (found == null ? "nothing" : found.length() > 40 ? found.substring(0, 40) + "…" : found));
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        String line = end < 0 ? message : message.substring(0, end);
        return line.length() > 200 ? line.substring(0, 200) + "…" : line;
    }
}
