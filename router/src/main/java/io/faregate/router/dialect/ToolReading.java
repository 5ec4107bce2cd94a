package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a model's text says to whom expects calls in it. Immutable.
 *
 * @param content the text before the first call; all of it without one
 * @param fault why there is a call that cannot be read, and none that can; null otherwise
 */
record ToolReading(
        String content, List<Call> calls, @Nullable String fault) {
    private static final String ID_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int ID_LENGTH = 24;

    /** One call, its arguments as the text of a JSON object. */
    record Call(String name, String arguments) {}

    static ToolReading text(String text) {
        return new ToolReading(text, List.of(), null);
    }

    /** The calls as the member of a message. */
    ArrayNode toolCalls(LongSupplier random) {
        ArrayNode out = Json.array();
        for (Call call : calls) {
            out.addObject()
                    .put("id", id(random))
                    .put("type", "function")
                    .putObject("function")
                    .put("name", call.name())
                    .put("arguments", call.arguments());
        }
        return out;
    }

    private static String id(LongSupplier random) {
        StringBuilder id = new StringBuilder("call_");
        for (int i = 0; i < ID_LENGTH; i++) {
            id.append(ID_LETTERS.charAt((int) Long.remainderUnsigned(random.getAsLong(), ID_LETTERS.length())));
        }
        return id.toString();
    }
}
