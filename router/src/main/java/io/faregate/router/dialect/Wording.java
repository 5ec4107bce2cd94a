package io.faregate.router.dialect;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.route.Planner;
import io.faregate.router.wire.ChatRequest;
import io.faregate.router.wire.ChatRequestScanner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request as it is said to each candidate, always from the client's untouched bytes. Confined to
 * the thread of its scanner.
 */
public final class Wording implements Planner.Objection {
    private final ChatRequest asked;
    private final ChatRequest chat;
    private final ClientForm.Translated translated;
    private final LearnedQuirks quirks;
    private final ChatRequestScanner scanner;
    private final long nowMillis;

    /**
     * A request in both of its forms.
     *
     * @param asked as the client wrote it
     * @param chat as a chat completion; the same object where the client wrote one
     * @param translated what became of it on the way into that form
     * @param scanner of the thread that the request is confined to
     * @param nowMillis when it came
     */
    public Wording(
            ChatRequest asked,
            ChatRequest chat,
            ClientForm.Translated translated,
            LearnedQuirks quirks,
            ChatRequestScanner scanner,
            long nowMillis) {
        this.asked = asked;
        this.chat = chat;
        this.translated = translated;
        this.quirks = quirks;
        this.scanner = scanner;
        this.nowMillis = nowMillis;
    }

    /** A request whose client writes as providers read. */
    public static Wording plain(ChatRequest asked, LearnedQuirks quirks, ChatRequestScanner scanner, long nowMillis) {
        return new Wording(asked, asked, ClientForm.Translated.NOTHING, quirks, scanner, nowMillis);
    }

    /** The same, for the thread of another scanner. */
    public Wording with(ChatRequestScanner other) {
        return new Wording(asked, chat, translated, quirks, other, nowMillis);
    }

    /** The request's tools if the candidate has to be told of them in words, else null. */
    public @Nullable PromptedTools prompted(Candidate candidate) {
        return isPrompted(candidate) ? PromptedTools.of(chat) : null;
    }

    private boolean isPrompted(Candidate candidate) {
        int tools = Capability.TOOLS.bit();
        return (asked.facts().needs() & tools) != 0
                && !candidate.target().provider().dialect().equals("anthropic")
                && ((candidate.capabilities() & tools) == 0 || quirks.isToolless(candidate, nowMillis));
    }

    /** How a candidate is spoken to. */
    public Dialect dialect(Candidate candidate, boolean away) {
        return isPrompted(candidate)
                ? ChatDialect.OPENAI
                : Dialect.of(candidate.target().provider(), asked.facts().surface(), away);
    }

    /** What goes to a candidate; {@code maxTokens} is a maximum of ours or {@link ChatRequest#NO_MAXIMUM}. */
    public Outgoing to(Candidate candidate, long maxTokens, boolean away) {
        return to(candidate, maxTokens, away, null);
    }

    /** The same, with an answer of the candidate to be corrected. */
    public Outgoing to(
            Candidate candidate, long maxTokens, boolean away, PromptedTools.@Nullable Correction correction) {
        Dialect dialect = dialect(candidate, away);
        boolean own = dialect.takesClientForm();
        PromptedTools tools = prompted(candidate);
        ChatRequest request = tools != null ? tools.request(scanner, correction) : own ? asked : chat;
        Outgoing said = dialect.outgoing(new Ask(request, candidate, maxTokens, quirks.refused(candidate), away));
        if (tools != null) {
            said = said.withLost(List.of(PromptedTools.CHANGE));
        }
        return own || translated.lost().isEmpty() ? said : said.withLost(translated.lost());
    }

    /** Whether {@link #reason} could find anything; for most requests it could not. */
    public boolean mayObject(boolean strict) {
        return strict || !translated.indispensable().isEmpty();
    }

    @Override
    public @Nullable String reason(Candidate candidate, boolean away, boolean strict) {
        List<String> unsaid = new ArrayList<>();
        if (strict) {
            unsaid.addAll(to(candidate, ChatRequest.NO_MAXIMUM, away).changed());
        } else if (!dialect(candidate, away).takesClientForm()) {
            unsaid.addAll(translated.indispensable());
        }
        return unsaid.isEmpty() ? null : "dialect:" + String.join(",", unsaid);
    }
}
