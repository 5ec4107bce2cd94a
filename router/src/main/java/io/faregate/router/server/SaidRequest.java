package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.dialect.Outgoing;
import io.faregate.router.dialect.PromptedTools;
import io.faregate.router.dialect.Wording;
import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.ChatRequest;
import io.faregate.router.wire.ChatRequestScanner;
import io.faregate.router.wire.PartialAnswer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request in the words of one candidate. A long one is put into them on a worker: a tree of 32 MiB is built for most
 * of a second, for which its event loop would stand still for all others. Immutable.
 *
 * @param outgoing what the dialect says
 * @param body the same, with the partial answer that is to be gone on from
 * @param tools those that are told in words, or null
 */
record SaidRequest(
        Outgoing outgoing, ByteSlices body, @Nullable PromptedTools tools) {
    /**
     * Tells on the calling event loop what goes to a candidate, at once or later; a fault ends the exchange, unless the
     * attempt is over by then.
     */
    static void to(
            Exchange exchange,
            ChatRequest asked,
            Candidate candidate,
            PartialAnswer.Style style,
            BooleanSupplier over,
            Consumer<SaidRequest> then) {
        RequestFacts facts = exchange.facts;
        Wording wording = facts.wording();
        long maxTokens = facts.setMaxTokens;
        boolean away = facts.isAway(candidate);
        PromptedTools.Correction wrong = facts.correction;
        Continuation continuation = exchange.continuation();
        String partial = continuation == null ? "" : continuation.partial();
        if (asked.body().length < RequestReading.LONG_BYTES) {
            then.accept(say(wording, asked, candidate, maxTokens, away, wrong, partial, style));
            return;
        }
        Loop loop = exchange.loop;
        Wording apart = wording.with(new ChatRequestScanner(loop.random()));
        Aside.run(
                exchange,
                false,
                over,
                () -> say(apart, asked, candidate, maxTokens, away, wrong, partial, style),
                then);
    }

    private static SaidRequest say(
            Wording wording,
            ChatRequest asked,
            Candidate candidate,
            long maxTokens,
            boolean away,
            PromptedTools.@Nullable Correction wrong,
            String partial,
            PartialAnswer.Style style) {
        Outgoing outgoing = wording.to(candidate, maxTokens, away, wrong);
        ByteSlices body =
                partial.isEmpty() ? outgoing.body() : PartialAnswer.in(outgoing.body(), asked, partial, style);
        return new SaidRequest(outgoing, body, wording.prompted(candidate));
    }
}
