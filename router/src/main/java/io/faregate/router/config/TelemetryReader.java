package io.faregate.router.config;

import io.faregate.router.config.RouterConfig.Telemetry;
import java.math.BigDecimal;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads where traces go and by which names; what the file leaves out the variables of OpenTelemetry may say. */
final class TelemetryReader {
    private static final String OPT_IN = "OTEL_SEMCONV_STABILITY_OPT_IN";
    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private static final String TRACES_ENDPOINT = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";

    private TelemetryReader() {}

    static Telemetry telemetry(Section section, Environment environment) {
        Map<String, Boolean> versions = new LinkedHashMap<>();
        versions.put("latest", true);
        versions.put("v1.41", false);
        Telemetry telemetry = new Telemetry(
                section.word("genai_semconv", latest(environment), versions),
                endpoint(section, environment),
                section.decimal("sample_ratio", BigDecimal.ONE, BigDecimal.ZERO, BigDecimal.ONE)
                        .doubleValue());
        section.end();
        return telemetry;
    }

    /** Whoever opts in to something else has decided to stay with the older names here. */
    private static boolean latest(Environment environment) {
        String optIn = environment.get(OPT_IN);
        return optIn == null || optIn.isBlank() || optIn.contains("gen_ai_latest_experimental");
    }

    private static @Nullable URI endpoint(Section section, Environment environment) {
        String written = section.text("otlp_endpoint");
        if (written == null) {
            String base = environment.get(ENDPOINT);
            written = environment.get(TRACES_ENDPOINT);
            if (written == null && base != null && !base.isBlank()) {
                written = base.replaceFirst("/+$", "") + "/v1/traces";
            }
        }
        if (written == null || written.isBlank()) {
            return null;
        }
        URI url = ProviderReader.parse(written);
        if (url == null) {
            section.fault(
                    "otlp_endpoint",
                    "found " + (section.has("otlp_endpoint") ? section.shown("otlp_endpoint") : "another text")
                            + ", expected a URL such as http://127.0.0.1:4318/v1/traces");
        }
        return url;
    }
}
