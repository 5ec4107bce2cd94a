package io.faregate.router.wire;

import io.faregate.router.route.Surface;
import io.faregate.router.wire.JsonCursor.Token;

/** Gathers what users wrote, for rules on content: the texts of user turns, parts joined by line feeds. */
final class UserText {
    private final JsonCursor cursor = new JsonCursor();
    private final StringBuilder text = new StringBuilder();

    private UserText() {}

    /** The user text of a body that was read without a fault. */
    static String of(byte[] body, Surface surface, Members members) {
        String name = surface == Surface.COMPLETIONS || surface == Surface.IMAGES
                ? "prompt"
                : surface == Surface.CHAT || surface == Surface.MESSAGES ? "messages" : "input";
        int index = members.indexOf(body, name);
        if (index < 0) {
            return "";
        }
        int start = members.valueStart(index);
        UserText gathered = new UserText();
        try {
            gathered.cursor.on(body, start, members.valueEnd(index) - start);
            gathered.turns();
        } catch (BadJson e) {
            throw new IllegalStateException("a body read before reads differently now", e);
        }
        return gathered.text.toString();
    }

    private void turns() throws BadJson {
        Token list = cursor.next();
        if (list == Token.STRING) {
            append();
        } else if (list == Token.ARRAY) {
            for (Token token = cursor.next(); token != Token.ARRAY_END; token = cursor.next()) {
                if (token == Token.OBJECT) {
                    turn();
                } else if (token == Token.STRING) {
                    append();
                } else {
                    cursor.skipChildren(token);
                }
            }
        }
    }

    private void turn() throws BadJson {
        int before = text.length();
        boolean user = false;
        while (cursor.next() == Token.NAME) {
            if (cursor.is("role")) {
                Token role = cursor.skipValue();
                user = role == Token.STRING && cursor.is("user");
            } else if (cursor.is("content")) {
                content();
            } else {
                cursor.skipValue();
            }
        }
        if (!user) {
            text.setLength(before);
        }
    }

    private void content() throws BadJson {
        Token content = cursor.next();
        if (content == Token.STRING) {
            append();
        } else if (content == Token.ARRAY) {
            for (Token part = cursor.next(); part != Token.ARRAY_END; part = cursor.next()) {
                if (part == Token.OBJECT) {
                    part();
                } else {
                    cursor.skipChildren(part);
                }
            }
        } else {
            cursor.skipChildren(content);
        }
    }

    private void part() throws BadJson {
        while (cursor.next() == Token.NAME) {
            boolean said = cursor.is("text");
            Token value = cursor.next();
            if (said && value == Token.STRING) {
                append();
            }
            cursor.skipChildren(value);
        }
    }

    private void append() {
        if (text.length() > 0) {
            text.append('\n');
        }
        text.append(cursor.text());
    }
}
