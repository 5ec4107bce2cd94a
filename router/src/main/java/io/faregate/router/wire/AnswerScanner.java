package io.faregate.router.wire;

import io.faregate.router.cost.Usage;
import io.faregate.router.route.Surface;
import io.faregate.router.wire.JsonCursor.Token;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole JSON answer in one pass: whether it is one, what it used, where its members lie. Not thread-safe; one
 * for an event loop and provider.
 */
public final class AnswerScanner {
    private final JsonCursor cursor = new JsonCursor(true, null);
    private final ChoiceScanner choices = new ChoiceScanner(cursor);
    private final UsageReader usageReader;

    private boolean error;
    private boolean flatError;
    private boolean choicesGiven;
    private @Nullable Usage usage;
    private long audioMillis;
    private @Nullable String serviceTier;

    /** A scanner for answers whose usage is read so. */
    public AnswerScanner(UsageReader usageReader) {
        this.usageReader = usageReader;
    }

    /** Reads an answer. Never fails: what can't be read is {@link Answer.Kind#UNREADABLE}. */
    public Answer scan(byte[] body, Surface surface) {
        choices.clear();
        error = flatError = choicesGiven = false;
        usage = null;
        audioMillis = 0;
        serviceTier = null;
        Members members = new Members();
        try {
            read(body, members);
        } catch (BadJson fault) {
            return new Answer(Answer.Kind.UNREADABLE, body, members, null, 0, List.of(), false, 0);
        }
        boolean choicesDue = surface == Surface.CHAT || surface == Surface.COMPLETIONS;
        Answer.Kind kind;
        if (error || choices.failed() || (flatError && !choicesGiven)) {
            kind = Answer.Kind.ERROR;
        } else {
            // As in a stream: without a word, a call or a finish nothing has been answered.
            boolean empty = !choicesGiven || !choices.carriesSomething();
            kind = choicesDue && empty ? Answer.Kind.UNREADABLE : Answer.Kind.ANSWER;
        }
        Usage told = usage == null || serviceTier == null ? usage : UsageReader.served(usage, serviceTier);
        return new Answer(
                kind, body, members, told, choices.codePoints(), choices.finishes(), choices.toolCall(), audioMillis);
    }

    private void read(byte[] body, Members members) throws BadJson {
        cursor.on(body, 0, body.length);
        if (cursor.next() != Token.OBJECT) {
            throw new BadJson("an answer that is no object");
        }
        members.begin(cursor.start());
        while (cursor.next() == Token.NAME) {
            members.key(cursor.start(), cursor.end());
            int valueStart = cursor.valueStart();
            member();
            members.value(valueStart, cursor.end());
        }
        members.finish(cursor.end());
        if (cursor.next() != Token.END) {
            throw new BadJson("something behind the object");
        }
    }

    private void member() throws BadJson {
        if (cursor.is("choices")) {
            Token token = cursor.next();
            choicesGiven |= token == Token.ARRAY;
            choices.choices(token);
        } else if (cursor.is("usage")) {
            Usage read = usageReader.read(cursor, null);
            usage = read == null ? usage : read;
            audioMillis = Math.max(audioMillis, usageReader.audioMillis());
        } else if (cursor.is("duration")) {
            audioMillis = Math.max(audioMillis, UsageReader.millis(cursor));
        } else if (cursor.is("error")) {
            error |= isError(cursor);
        } else if (cursor.is("service_tier")) {
            serviceTier = cursor.skipValue() == Token.STRING ? cursor.text() : null;
        } else if (cursor.is("object") || cursor.is("type")) {
            flatError |= cursor.skipValue() == Token.STRING && cursor.is("error");
        } else if (cursor.is("detail") || cursor.is("message")) {
            Token token = cursor.skipValue();
            flatError |= token != Token.NULL;
        } else {
            cursor.skipValue();
        }
    }

    /** Reads the value of {@code error}: anything but null, false and emptiness is one. */
    static boolean isError(JsonCursor cursor) throws BadJson {
        Token token = cursor.next();
        if (token == Token.STRING) {
            return cursor.codePoints() > 0;
        }
        if (token != Token.OBJECT && token != Token.ARRAY) {
            return token == Token.NUMBER || token == Token.TRUE;
        }
        int from = cursor.end();
        cursor.skipChildren(token);
        return cursor.start() > from;
    }
}
