package io.faregate.router.telemetry;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.cost.Usage;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.Skip;
import io.faregate.router.usage.Tried;
import io.faregate.router.usage.UsageRow;
import io.faregate.router.wire.Finish;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** The spans of one request. Confined to the event loop of its exchange. */
public final class RequestTrace {
    private static final String TRACE_ID = "trace_id";
    private static final String SPAN_ID = "span_id";
    /** As many as any request may ask for. */
    private static final int MOST_CHOICES = 128;

    private final Tracer tracer;
    private final GenAiNames names;
    private final Span route;
    private final Context context;
    private @Nullable Span call;
    private int calls;
    private @Nullable String responseId;
    private final TreeMap<Long, String> finishReasons = new TreeMap<>();

    RequestTrace(Tracer tracer, GenAiNames names, Span route, Context context) {
        this.tracer = tracer;
        this.names = names;
        this.route = route;
        this.context = context;
    }

    /**
     * A call begins; one that is still out is being made again in another form.
     *
     * @param maxTokens what is asked for at most, below zero for no bound
     */
    public TraceHeaders call(Candidate candidate, String operation, boolean stream, long maxTokens) {
        if (call != null) {
            call.setAttribute(GenAiNames.ERROR_TYPE, "asked_again").end();
        }
        responseId = null;
        finishReasons.clear();
        String provider = candidate.target().provider().name();
        URI url = candidate.target().provider().baseUrl();
        Span span = tracer.spanBuilder(operation + ' ' + candidate.model())
                .setParent(context)
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(GenAiNames.OPERATION, operation)
                .setAttribute(GenAiNames.PROVIDER, GenAiNames.provider(provider))
                .setAttribute(GenAiNames.REQUEST_MODEL, candidate.model())
                .setAttribute("gen_ai.request.stream", stream)
                .setAttribute("server.address", url.getHost())
                .setAttribute("server.port", port(url))
                .setAttribute("faregate.target", candidate.target().name())
                .setAttribute("faregate.attempt", ++calls)
                .startSpan();
        if (maxTokens >= 0) {
            span.setAttribute("gen_ai.request.max_tokens", maxTokens);
        }
        call = span;
        return headers(span);
    }

    private static long port(URI url) {
        return url.getPort() >= 0 ? url.getPort() : "https".equals(url.getScheme()) ? 443 : 80;
    }

    private TraceHeaders headers(Span span) {
        Map<String, String> carrier = new HashMap<>();
        W3CTraceContextPropagator.getInstance()
                .inject(
                        context.with(span),
                        carrier,
                        (headers, name, value) ->
                                Objects.requireNonNull(headers).put(name, value));
        return new TraceHeaders(carrier.getOrDefault("traceparent", ""), carrier.get("tracestate"));
    }

    /** Whether the answer's own name has not been told yet. */
    public boolean lacksResponseId() {
        return responseId == null;
    }

    /**
     * A whole answer, or a part of a stream, has come from the call that is out.
     *
     * @param id the answer's own name, or null where that is not told or known already
     * @param finishes which of its choices finished; of what is told of one again, the last counts
     */
    public void answered(@Nullable String id, List<Finish> finishes) {
        responseId = id == null ? responseId : id;
        for (int i = 0; i < finishes.size(); i++) {
            Finish finish = finishes.get(i);
            if (finishReasons.size() < MOST_CHOICES || finishReasons.containsKey(finish.choice())) {
                finishReasons.put(finish.choice(), finish.reason());
            }
        }
    }

    /** Takes a step of the request, within another perhaps; the lines that are logged meanwhile tell its trace and span. */
    public void around(Runnable step) {
        SpanContext here = (call == null ? route : call).getSpanContext();
        String outerTrace = MDC.get(TRACE_ID);
        String outerSpan = MDC.get(SPAN_ID);
        MDC.put(TRACE_ID, here.getTraceId());
        MDC.put(SPAN_ID, here.getSpanId());
        try {
            step.run();
        } finally {
            restore(TRACE_ID, outerTrace);
            restore(SPAN_ID, outerSpan);
        }
    }

    private static void restore(String name, @Nullable String value) {
        if (value == null) {
            MDC.remove(name);
        } else {
            MDC.put(name, value);
        }
    }

    /**
     * The call that is out is over.
     *
     * @param firstChunkNanos from its beginning, below zero when nothing of a stream came
     */
    public void ended(Attempt attempt, long firstChunkNanos) {
        Span span = call;
        if (span == null) {
            return;
        }
        call = null;
        if (firstChunkNanos >= 0) {
            span.setAttribute("gen_ai.response.time_to_first_chunk", firstChunkNanos / 1e9);
        }
        if (attempt.status() > 0) {
            span.setAttribute("http.response.status_code", attempt.status());
        }
        if (responseId != null) {
            span.setAttribute(GenAiNames.RESPONSE_ID, responseId);
        }
        if (!finishReasons.isEmpty()) {
            span.setAttribute(
                    AttributeKey.stringArrayKey(GenAiNames.FINISH_REASONS), List.copyOf(finishReasons.values()));
        }
        Usage usage = attempt.usage();
        if (usage != null) {
            tokens(span, "gen_ai.usage.input_tokens", usage.inputTokens());
            tokens(span, "gen_ai.usage.output_tokens", usage.outputTokens());
            tokens(span, "gen_ai.usage.cache_read.input_tokens", usage.cachedInputTokens());
            tokens(span, names.cacheWriteTokens(), usage.cacheWriteTokens());
            tokens(span, "gen_ai.usage.reasoning.output_tokens", usage.reasoningTokens());
        }
        cost(span, attempt.costPicoUsd());
        span.setAttribute("faregate.result", attempt.result().key());
        if (attempt.failureClass() != null) {
            span.setAttribute(GenAiNames.ERROR_TYPE, attempt.failureClass());
            span.setStatus(StatusCode.ERROR, attempt.reason() == null ? "" : attempt.reason());
        }
        span.end();
    }

    /** The request is over, and this is its row. */
    public void end(UsageRow row) {
        text("faregate.route", row.assignment().route());
        text("faregate.experiment", row.assignment().experiment());
        text("faregate.arm", row.assignment().arm());
        text("faregate.request_id", row.call().requestId());
        text("faregate.outcome", row.ending().outcome().key());
        route.setAttribute("faregate.attempts", row.tried().calls());
        route.setAttribute("http.response.status_code", row.ending().status());
        cost(route, row.tried().costPicoUsd());
        List<String> skipped = new ArrayList<>();
        for (Tried step : row.tried().steps()) {
            if (step instanceof Skip skip) {
                skipped.add(skip.target() + ' ' + skip.reason());
            }
        }
        if (!skipped.isEmpty()) {
            route.setAttribute("faregate.skipped", String.join(", ", skipped));
        }
        switch (row.ending().outcome()) {
            case FAILED, TRUNCATED -> {
                text(GenAiNames.ERROR_TYPE, row.ending().errorCode());
                route.setStatus(StatusCode.ERROR);
            }
            default -> route.setStatus(StatusCode.UNSET);
        }
        route.end();
    }

    private void text(String name, @Nullable String value) {
        if (value != null) {
            route.setAttribute(name, value);
        }
    }

    private static void tokens(Span span, String name, long tokens) {
        if (tokens >= 0) {
            span.setAttribute(name, tokens);
        }
    }

    /** A trace is for looking at, so a rounded amount will do. */
    private static void cost(Span span, long picoUsd) {
        if (picoUsd >= 0) {
            span.setAttribute(
                    "faregate.cost_usd",
                    BigDecimal.valueOf(picoUsd, PicoUsd.PLACES).doubleValue());
        }
    }
}
