package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.RowType;
import io.faregate.analytics.row.UtcTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** A call as its row had it: every field of schema 1, null where the row had none. Stateless. */
public final class CallJson {
    private static final List<Field> FIELDS = Field.of(RowType.CALL);

    private CallJson() {}

    /** The row of a result that has all columns of the calls, times as microseconds under {@code NAME_us}. */
    public static ObjectNode of(ResultSet row) throws SQLException {
        ObjectNode call = Json.object();
        call.put("type", RowType.CALL.name().toLowerCase(Locale.ROOT));
        for (Field field : FIELDS) {
            call.set(field.jsonName(), value(row, field));
        }
        return call;
    }

    private static JsonNode value(ResultSet row, Field field) throws SQLException {
        String column = column(field);
        if (row.getObject(column) == null) {
            return Json.text(null);
        }
        return switch (field.kind()) {
            case TEXT -> Json.text(row.getString(column));
            case TIME -> Json.text(UtcTime.print(row.getLong(column)));
            case COUNT -> LongNode.valueOf(row.getLong(column));
            case MONEY -> Json.usd((Long) row.getLong(column));
            case NUMBER -> Json.number(row.getDouble(column));
            case FLAG -> BooleanNode.valueOf(row.getBoolean(column));
            case JSON -> Json.parse(row.getString(column));
        };
    }

    private static String column(Field field) {
        return switch (field.kind()) {
            case MONEY -> field.jsonName().replace("_usd", "_pico");
            case TIME -> field.jsonName() + "_us";
            default -> field.jsonName();
        };
    }
}
