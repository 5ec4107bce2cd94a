package io.faregate.router.wire;

import io.faregate.router.cost.Usage;
import io.faregate.router.wire.JsonCursor.Token;
import org.jspecify.annotations.Nullable;

/**
 * Reads the chunks of one stream in the form of chat completions, and keeps what a stream as a whole must know: its
 * last usage, its length, whether it has finished. One pass, no tree, nothing allocated for a usual chunk. Not
 * thread-safe; one for an attempt.
 */
public final class ChunkScanner {
    private final JsonCursor cursor = new JsonCursor(true, null);
    private final ChoiceScanner choices = new ChoiceScanner(cursor);
    private final Members members = new Members();
    private final UsageReader usageReader;
    private final Chunk chunk = new Chunk(members, choices);

    private boolean error;
    private boolean flatError;
    private boolean choicesGiven;
    private boolean usageGiven;
    private boolean groqUsage;
    private @Nullable Usage usage;
    private @Nullable Usage lastUsage;
    private @Nullable String serviceTier;
    private long codePoints;
    private boolean finished;
    private boolean toolCall;

    /** A scanner for a stream whose usage is read so. */
    public ChunkScanner(UsageReader usageReader) {
        this.usageReader = usageReader;
    }

    /**
     * Reads the data of one event.
     *
     * @param name the event's name, empty for most
     * @return what it is; the same object every time, good until the next call, as are the bytes
     */
    public Chunk scan(String name, byte[] bytes, int offset, int length) {
        if (isDone(bytes, offset, length)) {
            return chunk.set(Chunk.Kind.DONE, bytes, offset, length);
        }
        choices.clear();
        error = name.equals("error");
        flatError = choicesGiven = usageGiven = groqUsage = false;
        usage = null;
        try {
            read(bytes, offset, length);
        } catch (BadJson fault) {
            return chunk.set(error ? Chunk.Kind.ERROR : Chunk.Kind.UNREADABLE, bytes, offset, length);
        }
        if (error || choices.failed() || (flatError && !choicesGiven)) {
            return chunk.set(Chunk.Kind.ERROR, bytes, offset, length);
        }
        codePoints += choices.codePoints();
        finished |= choices.finishReason() != null;
        toolCall |= choices.toolCall();
        lastUsage = usage == null ? lastUsage : usage;
        chunk.set(Chunk.Kind.CHUNK, bytes, offset, length);
        return chunk.found(usage, usageGiven, groqUsage, cursor.brokenLine());
    }

    /** The last usable usage of the stream, with the service tier told anywhere in it, or null. */
    public @Nullable Usage usage() {
        return lastUsage == null || serviceTier == null ? lastUsage : UsageReader.served(lastUsage, serviceTier);
    }

    /** Characters of text, reasoning, refusals and tool-call arguments so far. */
    public long codePoints() {
        return codePoints;
    }

    /** Whether a choice has finished. */
    public boolean finished() {
        return finished;
    }

    /** Whether a tool call has begun. */
    public boolean toolCall() {
        return toolCall;
    }

    private void read(byte[] bytes, int offset, int length) throws BadJson {
        cursor.on(bytes, offset, length);
        if (cursor.next() != Token.OBJECT) {
            throw new BadJson("a chunk that is no object");
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
            choicesGiven = true;
            choices.choices(cursor.next());
        } else if (cursor.is("usage")) {
            Token token = cursor.next();
            usageGiven |= token != Token.NULL;
            Usage read = usageReader.read(cursor, token, null);
            usage = read == null ? usage : read;
        } else if (cursor.is("error")) {
            error |= AnswerScanner.isError(cursor);
        } else if (cursor.is("service_tier")) {
            serviceTier = cursor.skipValue() == Token.STRING ? cursor.text() : serviceTier;
        } else if (cursor.is("x_groq")) {
            groq(cursor.next());
        } else if (cursor.is("object")) {
            flatError |= cursor.skipValue() == Token.STRING && cursor.is("error");
        } else if (cursor.is("detail") || cursor.is("message")) {
            Token token = cursor.skipValue();
            flatError |= token != Token.NULL;
        } else {
            cursor.skipValue();
        }
    }

    private void groq(Token first) throws BadJson {
        if (first != Token.OBJECT) {
            cursor.skipChildren(first);
            return;
        }
        while (cursor.next() == Token.NAME) {
            if (cursor.is("usage")) {
                Token token = cursor.next();
                groqUsage |= token != Token.NULL;
                Usage read = usageReader.read(cursor, token, null);
                usage = usage == null ? read : usage;
            } else if (cursor.is("error")) {
                error |= AnswerScanner.isError(cursor);
            } else {
                cursor.skipValue();
            }
        }
    }

    private static boolean isDone(byte[] bytes, int offset, int length) {
        String done = "[DONE]";
        int from = offset;
        int to = offset + length;
        while (from < to && bytes[from] <= ' ' && bytes[from] > 0) {
            from++;
        }
        while (to > from && bytes[to - 1] <= ' ' && bytes[to - 1] > 0) {
            to--;
        }
        if (to - from != done.length()) {
            return false;
        }
        for (int i = 0; i < done.length(); i++) {
            if (bytes[from + i] != done.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
