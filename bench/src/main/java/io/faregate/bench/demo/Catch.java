package io.faregate.bench.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.bench.rig.Fetch;
import io.faregate.bench.rig.RowSums;
import java.io.IOException;

/** Waits until analytics has read every row. */
final class Catch {
    private static final int TRIES = 120;
    private static final long PAUSE_MILLIS = 250;

    private final String analyticsUrl;
    private final String route;

    Catch(String analyticsUrl, String route) {
        this.analyticsUrl = analyticsUrl;
        this.route = route;
    }

    /** The figures once all {@code rows} are in them, or as they stand after half a minute. */
    Report upWith(RowSums rows) throws IOException, InterruptedException {
        JsonNode costs = costs();
        for (int i = 0; i < TRIES && costs.path("total").path("calls").asLong() < rows.calls(); i++) {
            Thread.sleep(PAUSE_MILLIS);
            costs = costs();
        }
        return new Report(Fetch.get(analyticsUrl + "/v1/canary/" + route), costs, rows);
    }

    private JsonNode costs() throws IOException, InterruptedException {
        return Fetch.get(analyticsUrl + "/v1/costs?group_by=model");
    }
}
