package io.faregate.router.wire;

import io.faregate.router.catalog.Capability;
import io.faregate.router.wire.JsonCursor.Token;

/**
 * Counts what a prompt holds while the reader passes over it: characters of all message text, tool definitions and
 * tool-call arguments, pictures, and the abilities all of it needs. Knows the shapes of Chat, Responses and Messages,
 * which do not contradict each other. Not thread-safe.
 */
final class PromptScanner {
    private final JsonCursor cursor;
    private long codePoints;
    private long pictures;
    private int needs;
    private boolean noTools;

    PromptScanner(JsonCursor cursor) {
        this.cursor = cursor;
    }

    void clear() {
        codePoints = 0;
        pictures = 0;
        needs = 0;
        noTools = false;
    }

    long codePoints() {
        return codePoints;
    }

    /** Images, and files, which are taken for one each. */
    long pictures() {
        return pictures;
    }

    int needs() {
        return needs;
    }

    void need(Capability capability) {
        needs |= capability.bit();
    }

    /** Whether a list of tools was given that is empty, and none that is not. */
    boolean emptyTools() {
        return noTools && (needs & Capability.TOOLS.bit()) == 0;
    }

    /** A list of messages or items, or one text. */
    Token messages() throws BadJson {
        Token list = cursor.next();
        if (list == Token.STRING) {
            codePoints += cursor.codePoints();
        } else if (list == Token.ARRAY) {
            for (Token token = cursor.next(); token != Token.ARRAY_END; token = cursor.next()) {
                if (token == Token.OBJECT) {
                    message();
                } else {
                    plain(token);
                }
            }
        } else {
            cursor.skipChildren(list);
        }
        return list;
    }

    private void message() throws BadJson {
        while (cursor.next() == Token.NAME) {
            if (cursor.is("content")) {
                content();
            } else if (cursor.is("tool_calls")) {
                toolCalls();
            } else if (cursor.is("function_call")) {
                call(cursor.next());
            } else if (cursor.is("role")) {
                role();
            } else if (cursor.is("arguments")) {
                need(Capability.TOOLS);
                text();
            } else if (cursor.is("output")) {
                need(Capability.TOOLS);
                content();
            } else if (cursor.is("audio")) {
                if (cursor.skipValue() == Token.OBJECT) {
                    need(Capability.AUDIO);
                }
            } else if (cursor.is("refusal") || cursor.is("reasoning_content") || cursor.is("reasoning")) {
                text();
            } else {
                cursor.skipValue();
            }
        }
    }

    private void role() throws BadJson {
        Token token = cursor.next();
        if (token == Token.STRING && (cursor.is("tool") || cursor.is("function"))) {
            need(Capability.TOOLS);
        }
        cursor.skipChildren(token);
    }

    /** A text, a part, or a list of parts. */
    void content() throws BadJson {
        Token token = cursor.next();
        if (token == Token.ARRAY) {
            for (Token item = cursor.next(); item != Token.ARRAY_END; item = cursor.next()) {
                if (item == Token.OBJECT) {
                    part();
                } else {
                    plain(item);
                }
            }
        } else if (token == Token.OBJECT) {
            part();
        } else {
            plain(token);
        }
    }

    private void part() throws BadJson {
        boolean picture = false;
        while (cursor.next() == Token.NAME) {
            if (cursor.is("text") || cursor.is("refusal") || cursor.is("thinking")) {
                text();
            } else if (cursor.is("type")) {
                picture |= type();
            } else if (cursor.is("image_url")) {
                picture = true;
                need(Capability.VISION);
                cursor.skipValue();
            } else if (cursor.is("content")) {
                content();
            } else if (cursor.is("input")) {
                json(cursor.next());
            } else {
                cursor.skipValue();
            }
        }
        pictures += picture ? 1 : 0;
    }

    /** What the type of a part needs; true when the part is a picture or is taken for one. */
    private boolean type() throws BadJson {
        Token token = cursor.next();
        if (token != Token.STRING) {
            cursor.skipChildren(token);
            return false;
        }
        if (cursor.is("image_url") || cursor.is("input_image") || cursor.is("image")) {
            need(Capability.VISION);
            return true;
        } else if (cursor.is("input_audio") || cursor.is("audio")) {
            need(Capability.AUDIO);
        } else if (cursor.is("tool_use") || cursor.is("tool_result")) {
            need(Capability.TOOLS);
        }
        return cursor.is("file") || cursor.is("input_file") || cursor.is("document");
    }

    private void toolCalls() throws BadJson {
        Token list = cursor.next();
        if (list != Token.ARRAY) {
            cursor.skipChildren(list);
            return;
        }
        for (Token token = cursor.next(); token != Token.ARRAY_END; token = cursor.next()) {
            call(token);
        }
    }

    private void call(Token token) throws BadJson {
        if (token != Token.OBJECT) {
            cursor.skipChildren(token);
            return;
        }
        need(Capability.TOOLS);
        while (cursor.next() == Token.NAME) {
            if (cursor.is("function") || cursor.is("custom")) {
                call(cursor.next());
            } else if (cursor.is("arguments") || cursor.is("input")) {
                text();
            } else {
                cursor.skipValue();
            }
        }
    }

    /** A list of tool definitions. */
    void tools() throws BadJson {
        Token list = cursor.next();
        if (list != Token.ARRAY) {
            cursor.skipChildren(list);
            return;
        }
        Token token = cursor.next();
        noTools |= token == Token.ARRAY_END;
        for (; token != Token.ARRAY_END; token = cursor.next()) {
            need(Capability.TOOLS);
            json(token);
        }
    }

    /** A text, or anything else at the length of its JSON. */
    private void text() throws BadJson {
        Token token = cursor.next();
        if (token == Token.STRING) {
            codePoints += cursor.codePoints();
        } else if (token != Token.NULL) {
            json(token);
        }
    }

    /** A text, or a list of texts; token numbers count as one token each. */
    void prompt() throws BadJson {
        Token token = cursor.next();
        if (token != Token.ARRAY) {
            plain(token);
            return;
        }
        int depth = cursor.depth();
        while (cursor.depth() >= depth) {
            Token item = cursor.next();
            if (item != Token.ARRAY) {
                plain(item);
            }
        }
    }

    private void plain(Token token) throws BadJson {
        if (token == Token.STRING) {
            codePoints += cursor.codePoints();
        } else if (token == Token.NUMBER) {
            codePoints += 4;
        } else if (token == Token.OBJECT) {
            part();
        } else {
            cursor.skipChildren(token);
        }
    }

    /** Counts a value as it would be written without blanks. */
    private void json(Token first) throws BadJson {
        int outside = cursor.depth() - (first == Token.OBJECT || first == Token.ARRAY ? 1 : 0);
        Token token = first;
        Token before = Token.OBJECT;
        while (true) {
            boolean separated = before != Token.OBJECT && before != Token.ARRAY && before != Token.NAME;
            boolean closing = token == Token.OBJECT_END || token == Token.ARRAY_END;
            codePoints += separated && !closing ? 1 : 0;
            switch (token) {
                case STRING -> codePoints += cursor.codePoints() + 2;
                case NAME -> codePoints += cursor.codePoints() + 3;
                default -> codePoints += cursor.end() - cursor.start();
            }
            if (token != Token.NAME && cursor.depth() == outside) {
                return;
            }
            before = token;
            token = cursor.next();
        }
    }
}
