package io.faregate.router.dialect;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Surface;
import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.ChatRequest;
import io.faregate.router.wire.ChatRequest.StreamUsage;
import io.faregate.router.wire.ErrorEnvelope;
import io.faregate.router.wire.ObjectEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Chat completions as OpenAI-compatible providers take them: the client's bytes with what {@link Quirks} says changed.
 * For a provider without quirks that is the model's name alone. Stateless.
 */
public final class OpenAiDialect {
    private static final String STREAM_OPTIONS = "stream_options";
    private static final List<String> LIMITS = List.of("max_completion_tokens", "max_tokens");

    private OpenAiDialect() {}

    /** The request for a candidate. */
    public static Outgoing outgoing(Ask ask) {
        ChatRequest request = ask.request();
        Surface surface = request.facts().surface();
        if (request.formType() != null) {
            ByteSlices form = request.formFor(ask.candidate().model());
            return new Outgoing(path(surface), form, List.of(), request.formType());
        }
        ObjectEdit edit =
                request.edit().set("model", ErrorEnvelope.quoted(ask.candidate().model()));
        List<String> changed = new ArrayList<>(0);
        Quirks quirks = Quirks.of(ask.provider());
        if (surface == Surface.CHAT) {
            limit(edit, ask, quirks);
            parameters(edit, ask, quirks, changed);
            effort(edit, ask, quirks, changed);
            messages(edit, ask, quirks);
        } else if (ask.maxTokens() != ChatRequest.NO_MAXIMUM && surface.writesText()) {
            edit.set(request.maximumName(), Long.toString(ask.maxTokens()));
        }
        for (String name : ask.refused()) {
            drop(edit, name, changed);
        }
        boolean unasked = quirks.streamUsageUnasked() || ask.refused().contains(STREAM_OPTIONS);
        request.streamUsage(edit, unasked ? StreamUsage.LEAVE_OUT : StreamUsage.ASK);
        return new Outgoing(path(surface), edit.slices(), List.copyOf(changed));
    }

    /** Where a surface is served, below the base URL. */
    public static String path(Surface surface) {
        return surface.pathBelowVersion();
    }

    /** One limit under the name the provider knows: the router's, else the client's. */
    private static void limit(ObjectEdit edit, Ask ask, Quirks quirks) {
        String known = quirks.lengthLimit();
        if (known != null) {
            String other = known.equals("max_tokens") ? "max_completion_tokens" : "max_tokens";
            String spelled = null;
            for (String name : LIMITS) {
                String value = edit.value(name);
                spelled = spelled == null && value != null && !value.equals("null") ? value : spelled;
            }
            if (edit.has(known) || !edit.has(other)) {
                edit.drop(other);
            } else {
                edit.rename(other, known);
                known = other;
            }
            if (spelled != null && ask.maxTokens() == ChatRequest.NO_MAXIMUM) {
                edit.set(known, spelled);
            }
        }
        if (ask.maxTokens() != ChatRequest.NO_MAXIMUM) {
            String name = known == null ? ask.request().maximumName() : known;
            edit.set(name, Long.toString(ask.maxTokens()));
        }
    }

    private static void parameters(ObjectEdit edit, Ask ask, Quirks quirks, List<String> changed) {
        Candidate candidate = ask.candidate();
        boolean noneAllowed =
                ask.request().facts().effortNone() && candidate.efforts().contains("none");
        if (candidate.fixedSampling() && !noneAllowed) {
            for (String name : quirks.fixedSampling()) {
                drop(edit, name, changed);
            }
        }
        for (String name : quirks.refused()) {
            drop(edit, name, changed);
        }
        for (Map.Entry<String, String> renamed : quirks.renamed().entrySet()) {
            edit.rename(renamed.getKey(), renamed.getValue());
        }
        if (quirks.anyForRequired() && "\"required\"".equals(edit.value("tool_choice"))) {
            edit.set("tool_choice", "\"any\"");
        }
    }

    private static void effort(ObjectEdit edit, Ask ask, Quirks quirks, List<String> changed) {
        String asked = ask.request().effort();
        if (asked == null || !edit.has("reasoning_effort")) {
            return;
        }
        Candidate candidate = ask.candidate();
        boolean cannot = (candidate.capabilities() & Capability.REASONING.bit()) == 0;
        String word = cannot ? null : Efforts.word(asked, candidate.efforts(), quirks);
        RouteRequest facts = ask.request().facts();
        boolean tools = (facts.needs() & Capability.TOOLS.bit()) != 0;
        if (word != null
                && tools
                && !word.equals("none")
                && quirks.effortNoneWithTools() != null
                && quirks.effortNoneWithTools().matcher(candidate.model()).matches()) {
            word = candidate.efforts().isEmpty() || candidate.efforts().contains("none") ? "none" : null;
        }
        if (word == null) {
            edit.drop("reasoning_effort");
            changed.add("reasoning_effort");
        } else if (!word.equals(asked)) {
            edit.set("reasoning_effort", ErrorEnvelope.quoted(word));
            changed.add("reasoning_effort=" + word);
        }
    }

    private static void messages(ObjectEdit edit, Ask ask, Quirks quirks) {
        MessageEdit.Wishes wishes = new MessageEdit.Wishes(
                quirks.refusedInMessages(),
                quirks.nineCharacterToolIds(),
                ask.away(),
                quirks.reasoningOfToolTurns(),
                quirks.thoughtSignatures(),
                quirks.refusesSignatures());
        if (wishes.any()) {
            byte[] messages = ask.request().memberBytes("messages");
            if (messages != null) {
                byte[] edited = MessageEdit.apply(messages, wishes);
                if (edited != messages) {
                    edit.set("messages", edited);
                }
            }
        }
    }

    private static void drop(ObjectEdit edit, String name, List<String> changed) {
        if (edit.has(name)) {
            edit.drop(name);
            if (!name.equals(STREAM_OPTIONS)) {
                changed.add(name);
            }
        }
    }
}
