package io.faregate.router.server;

import io.faregate.router.cost.Usage;
import io.faregate.router.health.Classifier;
import io.faregate.router.route.Route;
import io.faregate.router.route.Surface;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.UsageRow.Outcome;
import io.faregate.router.wire.Answer;
import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.Folding;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.io.IOException;
import java.util.function.Supplier;

/** A whole answer that came in one piece: is it one, what did it use, and what of it the client sees. Stateless. */
final class PlainAnswer {
    private PlainAnswer() {}

    static void of(Exchange exchange, AttemptCall call, byte[] body, MultiMap headers) {
        if (isOpaque(exchange, body, headers)) {
            serve(
                    exchange,
                    call,
                    HeaderText.safe(headers.get(HttpHeaders.CONTENT_TYPE)),
                    () -> new ByteSlices().add(body));
            return;
        }
        Answer answer = exchange.loop.answerScanner(call.candidate()).scan(body, exchange.facts.answerSurface());
        if (answer.kind() == Answer.Kind.ERROR) {
            call.fail(exchange.loop.classifyTold(headers, body, 0, body.length, call.candidate(), false));
            return;
        }
        Usage usage = answer.usage();
        if (usage != null) {
            call.usage(usage);
        }
        if (answer.kind() == Answer.Kind.UNREADABLE) {
            call.fail(Classifier.unreadable(call.status(), body));
            return;
        }
        // A model that cannot stream transcripts answers whole, and official clients know that.
        if (exchange.wantsStream() && exchange.surface != Surface.TRANSCRIPTIONS) {
            unfold(call, body);
            return;
        }
        exchange.facts.audioMillis = answer.audioMillis();
        serve(exchange, call, ClientResponse.json(), () -> told(exchange, call, answer));
    }

    /** An answer that is no JSON and is not meant to be: speech, subtitles, plain text. */
    private static boolean isOpaque(Exchange exchange, byte[] body, MultiMap headers) {
        boolean mayBe = exchange.surface == Surface.SPEECH || exchange.surface == Surface.TRANSCRIPTIONS;
        String type = headers.get(HttpHeaders.CONTENT_TYPE);
        return mayBe && body.length > 0 && type != null && !type.contains("json") && !type.startsWith("text/html");
    }

    private static void serve(Exchange exchange, AttemptCall call, CharSequence type, Supplier<ByteSlices> body) {
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
    private static void unfold(AttemptCall call, byte[] body) {
        try {
            call.stream(Folding.toChunks(body));
        } catch (IOException e) {
            call.fail(Classifier.unreadable(call.status(), body));
        }
    }

    private static ByteSlices told(Exchange exchange, AttemptCall call, Answer answer) {
        RequestFacts facts = exchange.facts;
        Route route = facts.route();
        boolean annotate = route != null && route.annotate();
        return facts.form.answer(answer.rewritten(
                exchange.loop.quoted(facts.answeredModel(call.candidate())),
                annotate ? exchange.loop.member(facts, call.candidate()) : null));
    }
}
