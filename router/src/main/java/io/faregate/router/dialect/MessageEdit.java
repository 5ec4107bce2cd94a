package io.faregate.router.dialect;

import io.faregate.router.wire.BadJson;
import io.faregate.router.wire.ErrorEnvelope;
import io.faregate.router.wire.JsonCursor;
import io.faregate.router.wire.JsonCursor.Token;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Changes inside the list of messages, told on its bytes: members left out, ids put otherwise, marks added. What is not
 * changed stays byte for byte. One use for one list.
 */
final class MessageEdit {
    /**
     * What shall be changed.
     *
     * @param refused members of messages to leave out
     * @param nineCharacterToolIds whether tool-call ids become nine letters and digits
     * @param withoutOthersMarks whether what only the provider that wrote it understands is left out: signatures,
     *     reasoning
     * @param reasoningOfToolTurns whether turns with tool calls get an empty reasoning where they have none
     * @param signatures whether the first call of a turn gets, where it has no signature, the mark that stands for
     *     one of another model
     * @param withoutSignatures whether signatures of calls are left out, whoever wrote them
     */
    record Wishes(
            Set<String> refused,
            boolean nineCharacterToolIds,
            boolean withoutOthersMarks,
            boolean reasoningOfToolTurns,
            boolean signatures,
            boolean withoutSignatures) {
        boolean any() {
            return !refused.isEmpty()
                    || nineCharacterToolIds
                    || withoutOthersMarks
                    || reasoningOfToolTurns
                    || signatures
                    || withoutSignatures;
        }
    }

    private static final Set<String> MARKS_OF_MESSAGES =
            Set.of("reasoning_content", "reasoning", "reasoning_details", "thinking", "thinking_blocks");
    private static final Set<String> MARKS_OF_CALLS = Set.of("extra_content", "thought_signature", "signature");

    /** Google's documented stand-in for calls that its model did not make. */
    private static final String ANY_SIGNATURE =
            "\"extra_content\":{\"google\":{\"thought_signature\":\"skip_thought_signature_validator\"}}";

    private final byte[] bytes;
    private final Wishes wishes;
    private final JsonCursor cursor = new JsonCursor();
    private final ByteArrayOutputStream out;
    private int copied;
    private boolean changed;

    private MessageEdit(byte[] bytes, Wishes wishes) {
        this.bytes = bytes;
        this.wishes = wishes;
        this.out = new ByteArrayOutputStream(bytes.length + 64);
    }

    /** The list with its changes; the same array when there is nothing to change. */
    static byte[] apply(byte[] messages, Wishes wishes) {
        MessageEdit edit = new MessageEdit(messages, wishes);
        try {
            edit.list();
        } catch (BadJson e) {
            throw new IllegalStateException("a body read before reads differently now", e);
        }
        return edit.changed ? edit.out.toByteArray() : messages;
    }

    private void list() throws BadJson {
        cursor.on(bytes, 0, bytes.length);
        Token list = cursor.next();
        if (list == Token.ARRAY) {
            for (Token item = cursor.next(); item != Token.ARRAY_END; item = cursor.next()) {
                if (item == Token.OBJECT) {
                    message();
                } else {
                    cursor.skipChildren(item);
                }
            }
        }
        copyTo(bytes.length);
    }

    private void message() throws BadJson {
        ObjectCut cut = new ObjectCut(this, cursor.end());
        boolean calls = false;
        boolean reasoning = false;
        while (cursor.next() == Token.NAME) {
            cut.member(cursor.start());
            String name = cursor.text();
            boolean drop = wishes.refused().contains(name)
                    || (wishes.withoutOthersMarks() && MARKS_OF_MESSAGES.contains(name));
            if (name.equals("tool_calls")) {
                calls |= calls();
            } else {
                Token token = cursor.skipValue();
                if (name.equals("tool_call_id") && token == Token.STRING) {
                    id();
                }
                reasoning |= name.equals("reasoning_content") && !drop;
            }
            cut.memberEnd(cursor.end(), drop);
        }
        cut.objectEnd(cursor.start());
        if (calls && !reasoning && wishes.reasoningOfToolTurns()) {
            insert(cursor.start(), ",\"reasoning_content\":\"\"");
        }
    }

    private boolean calls() throws BadJson {
        Token list = cursor.next();
        if (list != Token.ARRAY) {
            cursor.skipChildren(list);
            return false;
        }
        boolean any = false;
        for (Token item = cursor.next(); item != Token.ARRAY_END; item = cursor.next()) {
            if (item == Token.OBJECT) {
                call(!any);
            } else {
                cursor.skipChildren(item);
            }
            any = true;
        }
        return any;
    }

    private void call(boolean first) throws BadJson {
        ObjectCut cut = new ObjectCut(this, cursor.end());
        boolean members = false;
        boolean signed = false;
        while (cursor.next() == Token.NAME) {
            cut.member(cursor.start());
            String name = cursor.text();
            boolean mark = MARKS_OF_CALLS.contains(name);
            boolean drop = mark && (wishes.withoutOthersMarks() || wishes.withoutSignatures());
            signed |= mark && !drop;
            Token token = cursor.skipValue();
            if (name.equals("id") && token == Token.STRING) {
                id();
            }
            members |= !drop;
            cut.memberEnd(cursor.end(), drop);
        }
        cut.objectEnd(cursor.start());
        if (wishes.signatures() && !signed && (first || wishes.withoutOthersMarks())) {
            insert(cursor.start(), (members ? "," : "") + ANY_SIGNATURE);
        }
    }

    private void id() {
        if (wishes.nineCharacterToolIds()) {
            String id = cursor.text();
            String nine = ToolIds.nineCharacters(id);
            if (!nine.equals(id)) {
                copyTo(cursor.start());
                out.writeBytes(ErrorEnvelope.quoted(nine));
                copied = cursor.end();
                changed = true;
            }
        }
    }

    private void insert(int at, String json) {
        copyTo(at);
        out.writeBytes(json.getBytes(StandardCharsets.UTF_8));
        changed = true;
    }

    void copyTo(int end) {
        if (end > copied) {
            out.write(bytes, copied, end - copied);
            copied = end;
        }
    }

    void leaveOut(int from, int to) {
        copyTo(from);
        copied = Math.max(copied, to);
        changed = true;
    }
}
