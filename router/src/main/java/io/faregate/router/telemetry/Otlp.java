package io.faregate.router.telemetry;

import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Traces that are sent to a collector over OTLP/HTTP, in batches on a thread of their own. */
public final class Otlp {
    private Otlp() {}

    /**
     * Traces that go to an endpoint.
     *
     * @param headers as OTEL_EXPORTER_OTLP_HEADERS has them: {@code name=value} by commas, values percent-encoded
     */
    public static Tracing tracing(
            URI endpoint, String headers, double sampleRatio, GenAiNames names, Tracing.Service service) {
        OtlpHttpSpanExporterBuilder exporter = OtlpHttpSpanExporter.builder().setEndpoint(endpoint.toString());
        for (String header : headers.split(",")) {
            int equals = header.indexOf('=');
            if (equals > 0) {
                exporter.addHeader(
                        header.substring(0, equals).trim(),
                        URLDecoder.decode(header.substring(equals + 1).trim(), StandardCharsets.UTF_8));
            }
        }
        return new Tracing(BatchSpanProcessor.builder(exporter.build()).build(), sampleRatio, names, service);
    }
}
