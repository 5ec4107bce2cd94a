package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.query.RequestsQuery.Page;
import io.faregate.analytics.query.TimeRange;

/** A page of calls. Stateless. */
public final class RequestsJson {
    private RequestsJson() {}

    /** The answer: the calls, newest first, and the cursor of the next page; null after the last. */
    public static ObjectNode of(Page<ObjectNode> page, TimeRange range) {
        ObjectNode answer = Json.object();
        CostsJson.bounds(answer, range);
        answer.putArray("requests").addAll(page.calls());
        answer.put("next_cursor", page.next() == null ? null : page.next().print());
        return answer;
    }
}
