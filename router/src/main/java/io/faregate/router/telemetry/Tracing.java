package io.faregate.router.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Traces requests: a span for the route, and one for each call under it. Prompts and answers are never part of them.
 * Thread-safe.
 */
public final class Tracing implements AutoCloseable {
    private static final long LAST_SECONDS = 5;
    private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
    private static final AttributeKey<String> VERSION = AttributeKey.stringKey("service.version");
    private static final AttributeKey<String> INSTANCE = AttributeKey.stringKey("service.instance.id");

    private final SdkTracerProvider provider;
    private final Tracer tracer;
    private final GenAiNames names;

    /**
     * Traces into a processor.
     *
     * @param sampleRatio the share of traces kept; one that a client has begun follows the client's decision
     */
    public Tracing(SpanProcessor processor, double sampleRatio, GenAiNames names, Service service) {
        this.names = names;
        this.provider = SdkTracerProvider.builder()
                .setResource(Resource.getDefault()
                        .merge(Resource.create(Attributes.of(
                                SERVICE, service.name(), VERSION, service.version(), INSTANCE, service.instance()))))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(sampleRatio)))
                .addSpanProcessor(processor)
                .build();
        this.tracer = provider.get("io.faregate.router", service.version());
    }

    /** As what this process is known to those who read its traces. */
    public record Service(String name, String version, String instance) {}

    /** A request has come, with the headers of the trace it belongs to, if it does. */
    public RequestTrace begin(@Nullable String parent, @Nullable String state) {
        Context from = parent == null
                ? Context.root()
                : W3CTraceContextPropagator.getInstance()
                        .extract(Context.root(), new TraceHeaders(parent, state), new Reading());
        Span route = tracer.spanBuilder("route")
                .setParent(from)
                .setSpanKind(SpanKind.INTERNAL)
                .startSpan();
        return new RequestTrace(tracer, names, route, from.with(route));
    }

    /** Sends what is left, for a few seconds at most. Blocks. */
    @Override
    public void close() {
        provider.shutdown().join(LAST_SECONDS, TimeUnit.SECONDS);
    }

    /** Reads the two headers. */
    @SuppressWarnings("deprecation") // of keys, which must be there all the same
    private static final class Reading implements TextMapGetter<TraceHeaders> {
        @Override
        public Iterable<String> keys(TraceHeaders headers) {
            return List.of("traceparent", "tracestate");
        }

        @Override
        public @Nullable String get(@Nullable TraceHeaders headers, String key) {
            if (headers == null) {
                return null;
            }
            return key.equals("traceparent") ? headers.parent() : key.equals("tracestate") ? headers.state() : null;
        }
    }
}
