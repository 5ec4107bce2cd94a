package io.faregate.router.wire;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A pull reader over the bytes of one JSON text (RFC 8259): tokens as byte spans, strings left where they are. It
 * accepts exactly the valid texts, except that UTF-8 inside strings is checked only when asked. Mutable, reusable,
 * not thread-safe. Linear in the length of the text.
 */
public final class JsonCursor {
    /** What was read last. */
    public enum Token {
        OBJECT,
        OBJECT_END,
        ARRAY,
        ARRAY_END,
        NAME,
        STRING,
        NUMBER,
        TRUE,
        FALSE,
        NULL,
        END
    }

    /** The deepest nesting that is read. */
    public static final int MAX_DEPTH = 512;

    private enum Expect {
        VALUE,
        VALUE_OR_END,
        NAME_OR_END,
        SEPARATOR_OR_END
    }

    private final boolean checkText;
    private final @Nullable OpenKeys openKeys;
    private final long[] objects = new long[MAX_DEPTH / Long.SIZE];

    private byte[] bytes = new byte[0];
    private int position;
    private int limit;
    private int depth;
    private Expect expect = Expect.VALUE;
    private int start;
    private int end;
    private int escapeBytes;
    private int codePoints;
    private boolean brokenLine;

    /** A reader that trusts the text inside strings to be UTF-8 and allows doubled keys, for what was checked before. */
    public JsonCursor() {
        this(false, null);
    }

    JsonCursor(boolean checkText, @Nullable OpenKeys openKeys) {
        this.checkText = checkText;
        this.openKeys = openKeys;
    }

    /** Starts over on a part of an array, which must not change while it is read. */
    public JsonCursor on(byte[] text, int offset, int length) {
        bytes = text;
        position = offset;
        limit = offset + length;
        depth = 0;
        expect = Expect.VALUE;
        start = offset;
        end = offset;
        brokenLine = false;
        if (openKeys != null) {
            openKeys.clear();
        }
        return this;
    }

    /** Reads on to the next token; after the value {@link Token#END}, once and for ever. */
    public Token next() throws BadJson {
        int b = skipBlanks();
        return switch (expect) {
            case SEPARATOR_OR_END -> depth == 0 ? end(b) : separated(b);
            case NAME_OR_END -> b == '"' ? name(b) : close(b, "a key or }");
            case VALUE_OR_END -> b == ']' ? close(b, "") : value(b);
            case VALUE -> value(b);
        };
    }

    /** Passes over what the last token began: the rest of its object or array; nothing after any other token. */
    public void skipChildren(Token token) throws BadJson {
        if (token == Token.OBJECT || token == Token.ARRAY) {
            int outside = depth - 1;
            while (depth > outside) {
                next();
            }
        }
    }

    /** Reads one whole value and passes over it. */
    public Token skipValue() throws BadJson {
        Token token = next();
        skipChildren(token);
        return token;
    }

    /** The offset of the token's first byte; of a string, its quote. */
    public int start() {
        return start;
    }

    /** The offset behind the token's last byte. */
    public int end() {
        return end;
    }

    /** After a key, the offset of its value. */
    public int valueStart() {
        skipBlanks();
        return position;
    }

    /** Open objects and arrays, the one just begun included. */
    public int depth() {
        return depth;
    }

    /** Unicode characters in the string or key just read; half a surrogate pair is one. */
    public int codePoints() {
        return codePoints;
    }

    /** Whether a line feed stood between tokens so far. */
    public boolean brokenLine() {
        return brokenLine;
    }

    /** Whether the string or key just read is this one, escapes undone. */
    public boolean is(String ascii) {
        if (escapeBytes > 0) {
            return text().equals(ascii);
        }
        int from = start + 1;
        if (end - 1 - from != ascii.length()) {
            return false;
        }
        for (int i = 0; i < ascii.length(); i++) {
            if (bytes[from + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The string or key just read, escapes undone; half a surrogate pair stays as it is. */
    public String text() {
        return JsonText.decode(bytes, start + 1, end - 1, escapeBytes > 0);
    }

    /** Whether the number just read is spelled as a whole one, without point and exponent. */
    public boolean wholeNumber() {
        return JsonNumber.isWhole(bytes, start, end);
    }

    /** The whole number just read, held at the borders of {@code long}. */
    public long longValue() {
        return JsonNumber.longValue(bytes, start, end);
    }

    /** The spelling of the token just read. */
    public String spelling() {
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }

    private Token end(int b) throws BadJson {
        if (b >= 0) {
            throw unexpected(b, "the end");
        }
        start = end = limit;
        return Token.END;
    }

    private Token separated(int b) throws BadJson {
        if (b != ',') {
            return close(b, inObject() ? "a comma or }" : "a comma or ]");
        }
        position++;
        int next = skipBlanks();
        return inObject() ? name(next) : value(next);
    }

    private Token value(int b) throws BadJson {
        start = position;
        return switch (b) {
            case '{' -> open(true);
            case '[' -> open(false);
            case '"' -> {
                string();
                expect = Expect.SEPARATOR_OR_END;
                yield Token.STRING;
            }
            case 't' -> word("true", Token.TRUE);
            case 'f' -> word("false", Token.FALSE);
            case 'n' -> word("null", Token.NULL);
            default -> {
                if (b != '-' && !JsonNumber.isDigit(b)) {
                    throw unexpected(b, "a value");
                }
                yield number();
            }
        };
    }

    private Token name(int b) throws BadJson {
        if (b != '"') {
            throw unexpected(b, "a key");
        }
        start = position;
        string();
        if (openKeys != null && !openKeys.add(bytes, start + 1, end - 1, escapeBytes > 0)) {
            throw new BadJson("the key \"" + JsonText.excerpt(text()) + "\" is there twice" + at(start), true);
        }
        int colon = skipBlanks();
        if (colon != ':') {
            throw unexpected(colon, "a colon");
        }
        position++;
        expect = Expect.VALUE;
        return Token.NAME;
    }

    private Token open(boolean object) throws BadJson {
        if (depth == MAX_DEPTH) {
            throw new BadJson("nested deeper than " + MAX_DEPTH + at(position));
        }
        long bit = 1L << depth;
        objects[depth >> 6] = object ? objects[depth >> 6] | bit : objects[depth >> 6] & ~bit;
        depth++;
        position++;
        end = position;
        if (object && openKeys != null) {
            openKeys.enter();
        }
        expect = object ? Expect.NAME_OR_END : Expect.VALUE_OR_END;
        return object ? Token.OBJECT : Token.ARRAY;
    }

    private Token close(int b, String expected) throws BadJson {
        boolean object = inObject();
        if (b != (object ? '}' : ']')) {
            throw unexpected(b, expected);
        }
        depth--;
        start = position++;
        end = position;
        expect = Expect.SEPARATOR_OR_END;
        if (object && openKeys != null) {
            openKeys.leave();
        }
        return object ? Token.OBJECT_END : Token.ARRAY_END;
    }

    private boolean inObject() {
        int level = depth - 1;
        return (objects[level >> 6] & 1L << level) != 0;
    }

    private int skipBlanks() {
        while (position < limit) {
            byte b = bytes[position];
            if (b == '\n') {
                brokenLine = true;
            } else if (b != ' ' && b != '\r' && b != '\t') {
                return b & 0xFF;
            }
            position++;
        }
        return -1;
    }

    private void string() throws BadJson {
        int at = position + 1;
        int hidden = 0;
        escapeBytes = 0;
        while (true) {
            if (at >= limit) {
                throw new BadJson("a string without an end" + at(start));
            }
            byte b = bytes[at];
            if (b == '"') {
                break;
            } else if (b == '\\') {
                int length = JsonText.escapeLength(bytes, at, limit);
                if (length == 0) {
                    throw new BadJson("a broken escape" + at(at));
                }
                escapeBytes += length;
                hidden += length - 1;
                at += length;
            } else if (b >= ' ') {
                at = JsonText.plain(bytes, at + 1, limit);
            } else if (b >= 0) {
                throw new BadJson("a control character in a string" + at(at));
            } else if (checkText) {
                int length = JsonText.utf8Length(bytes, at, limit);
                if (length == 0) {
                    throw new BadJson("a byte that is no UTF-8" + at(at));
                }
                hidden += length - 1;
                at += length;
            } else {
                hidden += (b & 0xC0) == 0x80 ? 1 : 0;
                at++;
            }
        }
        codePoints = at - position - 1 - hidden;
        position = at + 1;
        end = position;
    }

    private Token word(String word, Token token) throws BadJson {
        for (int i = 0; i < word.length(); i++) {
            int at = position + i;
            if (at >= limit || bytes[at] != word.charAt(i)) {
                throw new BadJson("found no value, expected " + word + at(position));
            }
        }
        position += word.length();
        end = position;
        expect = Expect.SEPARATOR_OR_END;
        return token;
    }

    private Token number() throws BadJson {
        position = JsonNumber.end(bytes, position, limit);
        end = position;
        expect = Expect.SEPARATOR_OR_END;
        return Token.NUMBER;
    }

    private BadJson unexpected(int b, String expected) {
        String found = b < 0 ? "the end" : b > 0x20 && b < 0x7F ? "'" + (char) b + "'" : "the byte " + b;
        return new BadJson("found " + found + ", expected " + expected + at(position));
    }

    static String at(int offset) {
        return " at byte " + offset;
    }
}
