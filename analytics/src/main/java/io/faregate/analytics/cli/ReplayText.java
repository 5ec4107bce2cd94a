package io.faregate.analytics.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.judge.Replay;
import java.util.List;
import java.util.Locale;

/** A replayed decision as a person reads it. Stateless. */
final class ReplayText {
    private ReplayText() {}

    static String of(JsonNode record, Replay replay) {
        StringBuilder text = new StringBuilder();
        line(text, "decision", record.path("record_id").asText());
        line(
                text,
                "made",
                record.path("ts").asText() + ", on " + record.path("tasks").asText() + " tasks");
        line(
                text,
                "of",
                "route " + record.path("route").asText() + ", experiment "
                        + record.path("experiment").asText() + ", epoch "
                        + record.path("epoch").asText() + ", challenger "
                        + record.path("challenger").asText("unknown"));
        line(text, "configuration", replay.again().configuration());
        line(text, "verdict", replay.again().verdict());
        lines(text, "because", replay.again().reasons());
        lines(text, "missing", replay.again().missing());
        replay.bounds().properties().forEach(bound -> line(text, bound.getKey(), shown(bound.getValue())));
        line(
                text,
                "as recorded",
                replay.equal()
                        ? "yes"
                        : "no: recorded was " + replay.recordedVerdict() + "; different: "
                                + String.join(", ", replay.differences()));
        return text.toString().stripTrailing();
    }

    private static String shown(JsonNode bound) {
        return bound.isNull() ? "unknown" : bound.asText();
    }

    private static void lines(StringBuilder text, String name, List<String> values) {
        for (int i = 0; i < values.size(); i++) {
            line(text, i == 0 ? name : "", values.get(i));
        }
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, "%-28s  %s%n", name, value));
    }
}
