package io.faregate.router.wire;

import io.faregate.router.cost.Usage;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one event of a stream is. Belongs to its {@link ChunkScanner} and is good until that reads the next. */
public final class Chunk {
    /** What an event is. */
    public enum Kind {
        /** The end mark. */
        DONE,
        /** No JSON object. */
        UNREADABLE,
        /** An error, whether told by a member, by the event's name or by a finish reason. */
        ERROR,
        /** A part of the answer, possibly an empty one. */
        CHUNK
    }

    private final Members members;
    private final ChoiceScanner choices;
    private final ByteSlices slices = new ByteSlices();
    private Kind kind = Kind.CHUNK;
    private byte[] bytes = {};
    private int offset;
    private int length;
    private @Nullable Usage usage;
    private boolean usageGiven;
    private boolean groqUsage;
    private boolean brokenLine;

    Chunk(Members members, ChoiceScanner choices) {
        this.members = members;
        this.choices = choices;
    }

    Chunk set(Kind newKind, byte[] newBytes, int newOffset, int newLength) {
        kind = newKind;
        bytes = newBytes;
        offset = newOffset;
        length = newLength;
        usage = null;
        usageGiven = groqUsage = brokenLine = false;
        return this;
    }

    Chunk found(@Nullable Usage newUsage, boolean given, boolean ofGroq, boolean lines) {
        usage = newUsage;
        usageGiven = given;
        groqUsage = ofGroq;
        brokenLine = lines;
        return this;
    }

    /** What it is. The questions below are for chunks only. */
    public Kind kind() {
        return kind;
    }

    /** Whether it holds anything a client waits for: text, reasoning, a tool call, a refusal, a finish. */
    public boolean carriesSomething() {
        return choices.carriesSomething();
    }

    /** Whether it holds text of the answer itself. */
    public boolean text() {
        return choices.text();
    }

    /** Whether it holds a piece of a tool call. */
    public boolean toolCall() {
        return choices.toolCall();
    }

    /** Why a choice finished, or null when none did. */
    public @Nullable String finishReason() {
        return choices.finishReason();
    }

    /** Which choices finished; a list of its own. */
    public List<Finish> finishes() {
        return choices.finishes();
    }

    /** The answer's own name, or null without one. */
    public @Nullable String id() {
        return members.text(bytes, "id");
    }

    /** Characters of text, reasoning, refusals and tool-call arguments in it. */
    public long codePoints() {
        return choices.codePoints();
    }

    /** The usage in it, or null when there is none or none usable. */
    public @Nullable Usage usage() {
        return usage;
    }

    /** Whether it is the extra chunk that tells the usage and has no choice. */
    public boolean usageOnly() {
        return usageGiven && choices.choices() == 0;
    }

    /** Appends the content of its choice; nothing when it has none. */
    public void appendContent(StringBuilder text) {
        int start = choices.contentStart();
        if (start >= 0) {
            int from = start + 1;
            int to = choices.contentEnd() - 1;
            boolean escaped = false;
            for (int i = from; i < to; i++) {
                escaped |= bytes[i] == '\\';
            }
            text.append(JsonText.decode(bytes, from, to, escaped));
        }
    }

    /** The bytes of a member at the top as they came, or null. */
    public byte @Nullable [] member(String name) {
        int index = members.indexOf(bytes, name);
        return index < 0 ? null : Arrays.copyOfRange(bytes, members.valueStart(index), members.valueEnd(index));
    }

    /** The data with changes of the caller's. */
    public ObjectEdit edit() {
        return new ObjectEdit(bytes, offset, offset + length, members);
    }

    /**
     * The data as the client gets it; good until the scanner reads the next.
     *
     * @param model the JSON string that replaces the model, where there is one
     * @param faregate the JSON value of the added member, or null
     * @param hideUsage whether the client did not ask for usage
     */
    public ByteSlices rewritten(byte[] model, byte @Nullable [] faregate, boolean hideUsage) {
        if (faregate == null && !(hideUsage && (usageGiven || groqUsage))) {
            return withModel(model);
        }
        ObjectEdit edit = edit();
        if (edit.has("model")) {
            edit.set("model", model);
        }
        if (hideUsage && usageGiven) {
            edit.drop("usage");
        }
        if (hideUsage && groqUsage) {
            edit.drop("x_groq");
        }
        if (faregate != null) {
            edit.set("faregate", faregate);
        }
        return edit.slices();
    }

    /** The usual chunk, of which nothing but the model's name changes, and often not even that. */
    private ByteSlices withModel(byte[] model) {
        slices.clear();
        int index = members.indexOf(bytes, "model");
        if (index < 0) {
            return slices.add(bytes, offset, length);
        }
        int start = members.valueStart(index);
        int end = members.valueEnd(index);
        if (Arrays.equals(bytes, start, end, model, 0, model.length)) {
            return slices.add(bytes, offset, length);
        }
        return slices.add(bytes, offset, start - offset).add(model).add(bytes, end, offset + length - end);
    }

    /** The data as it came. */
    public ByteSlices asItCame() {
        return new ByteSlices().add(bytes, offset, length);
    }

    /** Whether the data holds line feeds, so that it needs more than one data line. */
    public boolean brokenLine() {
        return brokenLine;
    }
}
