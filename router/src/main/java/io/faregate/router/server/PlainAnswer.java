package io.faregate.router.server;

import io.faregate.router.cost.Usage;
import io.faregate.router.health.Classifier;
import io.faregate.router.health.Failure;
import io.faregate.router.health.FailureClass;
import io.faregate.router.route.Route;
import io.faregate.router.route.Surface;
import io.faregate.router.telemetry.RequestTrace;
import io.faregate.router.upstream.Call;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.Attempted;
import io.faregate.router.usage.UsageRow.Outcome;
import io.faregate.router.wire.Answer;
import io.faregate.router.wire.ByteSlices;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A whole answer that came in one piece: is it one, what did it use, and what of it the client sees. A long one is read
 * on a worker, for its event loop would stand still for all others meanwhile. Confined to its event loop.
 */
final class PlainAnswer {
    /** From here on its tree holds a loop up far longer than the way to a worker and back takes. */
    static final int LONG_BYTES = 128 << 10;

    private static final String UNKNOWN_CODING = "the answer is in an encoding that the router does not read";

    private final Exchange exchange;
    private final AttemptCall call;
    private final @Nullable PromptedReply prompted;
    private final MultiMap headers;

    private PlainAnswer(Exchange exchange, AttemptCall call, @Nullable PromptedReply prompted, MultiMap headers) {
        this.exchange = exchange;
        this.call = call;
        this.prompted = prompted;
        this.headers = headers;
    }

    /** Ends a call with its answer, or as failed; a long answer later, unless the call is over by then. */
    static void of(
            Exchange exchange,
            AttemptCall call,
            WholeAnswer collected,
            @Nullable PromptedReply prompted,
            MultiMap headers) {
        new PlainAnswer(exchange, call, prompted, headers).read(collected);
    }

    private void read(WholeAnswer collected) {
        if (isOpaque(collected)) {
            opaque(collected);
            return;
        }
        Loop loop = exchange.loop;
        if (collected.length() < LONG_BYTES) {
            use(reading(null).of(collected.bytes(), loop.answerScanner(call.candidate()), loop::random));
            return;
        }
        AnswerReading reading = reading(exchange.facts.form.translates() ? tellsAtOnce() : null);
        SplittableRandom random = new SplittableRandom(loop.random());
        Aside.run(
                exchange,
                true,
                call::isOver,
                () -> reading.of(collected.bytes(), Loop.answerScannerApart(call.candidate()), random::nextLong),
                this::use);
    }

    private AnswerReading reading(@Nullable Function<Answer, ByteSlices> toldAs) {
        return new AnswerReading(
                call.dialect(),
                prompted == null ? null : prompted.tools(),
                exchange.facts.answerSurface(),
                // A model that cannot stream transcripts answers whole, and official clients know that.
                exchange.wantsStream() && exchange.surface != Surface.TRANSCRIPTIONS,
                toldAs,
                exchange.loop.wallMillis() / 1_000);
    }

    /** An answer that is no JSON and is not meant to be: speech, subtitles, plain text. */
    private boolean isOpaque(WholeAnswer collected) {
        boolean mayBe = exchange.surface == Surface.SPEECH || exchange.surface == Surface.TRANSCRIPTIONS;
        String type = headers.get(HttpHeaders.CONTENT_TYPE);
        return mayBe
                && collected.length() > 0
                && type != null
                && !type.contains("json")
                && !type.startsWith("text/html");
    }

    private void opaque(WholeAnswer collected) {
        if (!Call.reads(headers.get(HttpHeaders.CONTENT_ENCODING))) {
            // Nothing in it can be looked at that would tell whether the header lies.
            call.fail(Failure.transport(FailureClass.UPSTREAM_5XX, UNKNOWN_CODING, true));
            return;
        }
        String type = HeaderText.safe(headers.get(HttpHeaders.CONTENT_TYPE));
        ByteSlices whole = collected.slices();
        serve(type, () -> whole);
    }

    private void use(AnswerReading.Result read) {
        Answer answer = read.answer();
        if (answer.kind() == Answer.Kind.ERROR) {
            byte[] chat = read.chat();
            call.fail(exchange.loop.classifyTold(headers, chat, 0, chat.length, call.candidate(), false));
            return;
        }
        RequestTrace trace = exchange.facts.trace;
        if (trace != null && !exchange.wantsStream()) {
            trace.answered(answer.id(), answer.finishes());
        }
        Usage usage = answer.usage();
        if (usage != null) {
            call.usage(usage);
        }
        Failure uncalled = prompted == null || read.unread() == null ? null : prompted.failure(read.unread());
        if (uncalled != null) {
            call.fail(uncalled);
        } else if (answer.kind() == Answer.Kind.UNREADABLE) {
            call.fail(Classifier.unreadable(call.status(), read.chat()));
        } else if (exchange.wantsStream() && exchange.surface != Surface.TRANSCRIPTIONS) {
            unfold(read);
        } else {
            exchange.facts.audioMillis = answer.audioMillis();
            ByteSlices told = read.told();
            serve(ClientResponse.json(), () -> told == null ? told(answer) : told);
        }
    }

    private void serve(CharSequence type, Supplier<ByteSlices> body) {
        call.release();
        long now = exchange.loop.nowNanos();
        exchange.loop.shared().latencies().cell(call.candidate()).answered(now - call.startedNanos(), now);
        Attempt attempt = exchange.purse.settle(call, Attempt.Result.SERVED, null);
        exchange.answers(attempt);
        exchange.leaveSeat(attempt, true);
        ByteSlices told = body.get();
        long cost = exchange.facts.attempted().costPicoUsd();
        long remaining = exchange.purse.remainingPicoUsd();
        exchange.close(
                Outcome.SERVED,
                200,
                null,
                () -> exchange.client.answer(200, type, call.candidate(), cost, remaining, told));
    }

    /** A client that waits for events gets them, also from a provider that has answered at once. */
    private void unfold(AnswerReading.Result read) {
        if (read.chunks() == null) {
            call.fail(Classifier.unreadable(call.status(), read.chat()));
        } else {
            call.stream(read.chunks());
        }
    }

    private ByteSlices told(Answer answer) {
        return tells(exchange.facts.attempted()).apply(answer);
    }

    /** The answer in the client's words, before its call has been settled. */
    private Function<Answer, ByteSlices> tellsAtOnce() {
        return tells(exchange.facts.attempted().with(exchange.purse.provisional(call)));
    }

    private Function<Answer, ByteSlices> tells(Attempted attempted) {
        RequestFacts facts = exchange.facts;
        Route route = facts.route();
        byte[] model = exchange.loop.quoted(facts.answeredModel(call.candidate()));
        byte[] member =
                route != null && route.annotate() ? exchange.loop.member(facts, call.candidate(), attempted) : null;
        return answer -> facts.form.answer(answer.rewritten(model, member));
    }
}
