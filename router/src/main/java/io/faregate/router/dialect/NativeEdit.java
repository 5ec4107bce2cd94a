package io.faregate.router.dialect;

import io.faregate.router.wire.BadJson;
import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.JsonCursor;
import io.faregate.router.wire.JsonCursor.Token;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Two changes to a JSON object that is not ours, told on its bytes: the model's name and one added member. One use. */
final class NativeEdit {
    private final byte[] bytes;
    private final JsonCursor cursor = new JsonCursor();
    private int modelStart = -1;
    private int modelEnd = -1;
    private byte[] name = {};

    NativeEdit(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Replaces the string under {@code model}, at the top or in a member. */
    void model(@Nullable String holder, byte[] quoted) {
        name = quoted;
        try {
            cursor.on(bytes, 0, bytes.length);
            if (cursor.next() == Token.OBJECT) {
                find(holder);
            }
        } catch (BadJson e) {
            modelStart = -1;
        }
    }

    private void find(@Nullable String holder) throws BadJson {
        while (cursor.next() == Token.NAME) {
            String member = cursor.text();
            Token value = cursor.next();
            if (holder == null && member.equals("model") && value == Token.STRING) {
                modelStart = cursor.start();
                modelEnd = cursor.end();
            } else if (member.equals(holder) && value == Token.OBJECT) {
                find(null);
            } else {
                cursor.skipChildren(value);
            }
        }
    }

    /** The object with its changes. */
    ByteSlices with(byte @Nullable [] added) {
        ByteSlices out = new ByteSlices();
        int from = 0;
        if (modelStart >= 0) {
            out.add(bytes, 0, modelStart).add(name);
            from = modelEnd;
        }
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '}') {
            end--;
        }
        if (added == null || end == 0) {
            return out.add(bytes, from, bytes.length - from);
        }
        boolean empty = new String(bytes, 0, end - 1, StandardCharsets.ISO_8859_1)
                .strip()
                .equals("{");
        out.add(bytes, from, end - 1 - from);
        out.add(((empty ? "" : ",") + "\"faregate\":").getBytes(StandardCharsets.US_ASCII))
                .add(added);
        return out.add(bytes, end - 1, bytes.length - end + 1);
    }
}
