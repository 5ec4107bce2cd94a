package io.faregate.router.wire;

import io.faregate.router.cost.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a whole JSON answer is. Immutable; the body must not be changed. */
public final class Answer {
    /** What a body that came with a good status is. */
    public enum Kind {
        /** An answer. */
        ANSWER,
        /** An error in spite of the status: an error object, or a choice that ended by the provider's failure. */
        ERROR,
        /** Empty, HTML, cut off, no UTF-8, without anything in its choices, or no answer of the surface. */
        UNREADABLE
    }

    private final Kind kind;
    private final byte[] body;
    private final Members members;
    private final @Nullable Usage usage;
    private final long codePoints;
    private final List<Finish> finishes;
    private final boolean toolCall;
    private final long audioMillis;

    Answer(
            Kind kind,
            byte[] body,
            Members members,
            @Nullable Usage usage,
            long codePoints,
            List<Finish> finishes,
            boolean toolCall,
            long audioMillis) {
        this.kind = kind;
        this.body = body;
        this.members = members;
        this.usage = usage;
        this.codePoints = codePoints;
        this.finishes = finishes;
        this.toolCall = toolCall;
        this.audioMillis = audioMillis;
    }

    /** What it is. */
    public Kind kind() {
        return kind;
    }

    /** The bytes as they came. */
    public byte[] body() {
        return body;
    }

    /** What it used, or null when that is not told or unusable. */
    public @Nullable Usage usage() {
        return usage;
    }

    /** Characters of text, reasoning, refusals and tool-call arguments, for an estimate without usage. */
    public long codePoints() {
        return codePoints;
    }

    /** Which of its choices finished, in their order. */
    public List<Finish> finishes() {
        return finishes;
    }

    /** The answer's own name, or null without one. */
    public @Nullable String id() {
        return members.text(body, "id");
    }

    /** Whether it calls a tool. */
    public boolean toolCall() {
        return toolCall;
    }

    /** The length of the audio it was made from, 0 when that is not told. */
    public long audioMillis() {
        return audioMillis;
    }

    /** The body with changes of the caller's. */
    public ObjectEdit edit() {
        return new ObjectEdit(body, 0, body.length, members);
    }

    /**
     * The body as the client gets it.
     *
     * @param model the JSON string that replaces the model, where there is one
     * @param faregate the JSON value of the added member, or null
     */
    public ByteSlices rewritten(byte[] model, byte @Nullable [] faregate) {
        ObjectEdit edit = edit();
        if (edit.has("model")) {
            edit.set("model", model);
        }
        if (faregate != null) {
            edit.set("faregate", faregate);
        }
        return edit.slices();
    }
}
