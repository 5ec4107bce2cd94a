package io.faregate.router.wire;

import io.faregate.router.wire.JsonCursor.Token;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks into the {@code choices} of an answer or a chunk without keeping anything of it. Not thread-safe. */
final class ChoiceScanner {
    private static final int MOST_FINISHES = 128;

    private final JsonCursor cursor;

    private int choices;
    private boolean text;
    private boolean reasoning;
    private boolean toolCall;
    private boolean refusal;
    private boolean failed;
    private @Nullable String finishReason;
    private List<Finish> finishes = List.of();
    private long codePoints;
    private int contentStart;
    private int contentEnd;
    private boolean contentElsewhere;

    ChoiceScanner(JsonCursor cursor) {
        this.cursor = cursor;
    }

    void clear() {
        choices = 0;
        text = reasoning = toolCall = refusal = failed = contentElsewhere = false;
        finishReason = null;
        finishes = List.of();
        codePoints = 0;
        contentStart = contentEnd = -1;
    }

    int choices() {
        return choices;
    }

    boolean text() {
        return text;
    }

    boolean reasoning() {
        return reasoning;
    }

    boolean toolCall() {
        return toolCall;
    }

    boolean refusal() {
        return refusal;
    }

    /** Whether a choice ended because the provider failed. */
    boolean failed() {
        return failed;
    }

    /** Whether there is anything that a client waits for. */
    boolean carriesSomething() {
        return text || reasoning || toolCall || refusal || finishReason != null;
    }

    private void finished(long choice, String reason) {
        if (finishes.isEmpty()) {
            finishes = List.of(new Finish(choice, reason));
        } else if (finishes.size() < MOST_FINISHES) {
            List<Finish> more = new ArrayList<>(finishes);
            more.add(new Finish(choice, reason));
            finishes = Collections.unmodifiableList(more);
        }
    }

    /** Which choices finished, in their order; the first hundred or so. */
    List<Finish> finishes() {
        return finishes;
    }

    @Nullable
    String finishReason() {
        return finishReason;
    }

    /** Characters of text, reasoning, refusals and tool-call arguments. */
    long codePoints() {
        return codePoints;
    }

    /** Where the content string of the only choice begins, or -1. */
    int contentStart() {
        return contentElsewhere ? -1 : contentStart;
    }

    int contentEnd() {
        return contentEnd;
    }

    void choices(Token first) throws BadJson {
        if (first != Token.ARRAY) {
            cursor.skipChildren(first);
            return;
        }
        for (Token token = cursor.next(); token != Token.ARRAY_END; token = cursor.next()) {
            if (token == Token.OBJECT) {
                choices++;
                choice();
            } else {
                cursor.skipChildren(token);
            }
        }
    }

    private void choice() throws BadJson {
        long index = choices - 1L;
        String reason = null;
        while (cursor.next() == Token.NAME) {
            if (cursor.is("delta") || cursor.is("message")) {
                message();
            } else if (cursor.is("text")) {
                text |= content();
            } else if (cursor.is("finish_reason")) {
                if (cursor.skipValue() == Token.STRING && cursor.codePoints() > 0) {
                    reason = knownReason();
                }
            } else if (cursor.is("index")) {
                if (cursor.skipValue() == Token.NUMBER) {
                    index = cursor.longValue();
                }
            } else {
                cursor.skipValue();
            }
        }
        if (reason != null) {
            finishReason = reason;
            finished(index, reason);
            failed |= "error".equals(reason) || "insufficient_system_resource".equals(reason);
        }
    }

    private String knownReason() {
        return cursor.is("stop") ? "stop" : cursor.is("tool_calls") ? "tool_calls" : cursor.text();
    }

    private void message() throws BadJson {
        Token token = cursor.next();
        if (token != Token.OBJECT) {
            cursor.skipChildren(token);
            return;
        }
        while (cursor.next() == Token.NAME) {
            if (cursor.is("content")) {
                text |= content();
            } else if (cursor.is("refusal")) {
                refusal |= counted(cursor.next());
            } else if (cursor.is("reasoning_content") || cursor.is("reasoning") || cursor.is("thinking")) {
                reasoning |= counted(cursor.next());
            } else if (cursor.is("tool_calls") || cursor.is("function_call")) {
                calls(cursor.next());
            } else if (cursor.is("audio")) {
                text |= cursor.skipValue() == Token.OBJECT;
            } else {
                cursor.skipValue();
            }
        }
    }

    private boolean content() throws BadJson {
        Token token = cursor.next();
        if (token == Token.STRING) {
            if (cursor.codePoints() > 0) {
                contentElsewhere |= contentStart >= 0;
                contentStart = cursor.start();
                contentEnd = cursor.end();
            }
            return counted(token);
        }
        contentElsewhere |= token == Token.ARRAY;
        return counted(token);
    }

    /** Counts a string, or the strings under "text" and "thinking" of a list of parts; true when there was any. */
    private boolean counted(Token first) throws BadJson {
        if (first == Token.STRING) {
            codePoints += cursor.codePoints();
            return cursor.codePoints() > 0;
        }
        if (first != Token.ARRAY && first != Token.OBJECT) {
            return false;
        }
        boolean any = false;
        int outside = cursor.depth() - 1;
        while (cursor.depth() > outside) {
            if (cursor.next() == Token.NAME && (cursor.is("text") || cursor.is("thinking"))) {
                Token token = cursor.next();
                if (token == Token.STRING) {
                    codePoints += cursor.codePoints();
                    any |= cursor.codePoints() > 0;
                }
            }
        }
        return any;
    }

    private void calls(Token first) throws BadJson {
        if (first != Token.ARRAY && first != Token.OBJECT) {
            return;
        }
        int outside = cursor.depth() - 1;
        while (cursor.depth() > outside) {
            Token token = cursor.next();
            toolCall |= token == Token.OBJECT || token == Token.NAME;
            if (token == Token.NAME && (cursor.is("arguments") || cursor.is("input"))) {
                if (cursor.next() == Token.STRING) {
                    codePoints += cursor.codePoints();
                }
            }
        }
    }
}
