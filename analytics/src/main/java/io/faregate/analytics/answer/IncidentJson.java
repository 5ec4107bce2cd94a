package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.incident.Incident;
import io.faregate.analytics.query.IncidentLog.Found;
import io.faregate.analytics.query.TimeRange;
import io.faregate.analytics.row.UtcTime;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Incidents as the API and webhooks tell them. Stateless. */
public final class IncidentJson {
    private IncidentJson() {}

    /** A page of incidents with the counts over all pages. */
    public static ObjectNode of(Found found, TimeRange range, @Nullable String nextCursor) {
        ObjectNode answer = Json.object();
        CostsJson.bounds(answer, range);
        answer.put("total", found.total());
        answer.put("open", found.open());
        answer.putArray("incidents");
        found.incidents().forEach(incident -> answer.withArray("/incidents").add(of(incident)));
        answer.put("next_cursor", nextCursor);
        return answer;
    }

    /** What a webhook is told: {@code opened} or {@code closed}, and the incident. */
    public static ObjectNode event(Incident incident, String event) {
        ObjectNode node = Json.object();
        node.put("event", "incident." + event);
        node.set("incident", of(incident));
        return node;
    }

    private static ObjectNode of(Incident incident) {
        ObjectNode node = Json.object();
        node.put("id", incident.id());
        node.put("kind", incident.alarm().kind().wireName());
        node.put("subject", incident.alarm().subject());
        node.put("opened_at", UtcTime.print(incident.openedMicros()));
        Long closed = incident.closedMicros();
        node.put("closed_at", closed == null ? null : UtcTime.print(closed));
        node.set("observed", number(incident.alarm().observed()));
        node.set("usual", number(incident.alarm().usual()));
        node.put("detail", incident.alarm().detail());
        return node;
    }

    private static JsonNode number(@Nullable BigDecimal figure) {
        return figure == null ? NullNode.getInstance() : DecimalNode.valueOf(figure);
    }
}
