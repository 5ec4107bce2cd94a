package io.faregate.bench.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.bench.rig.Fetch;
import io.faregate.bench.rig.RowSums;
import java.io.IOException;

/** Waits until analytics has read every row and the window for feedback has closed. */
final class Catch {
    private static final int TRIES = 120;
    private static final long PAUSE_MILLIS = 250;

    private final String analyticsUrl;
    private final String route;

    Catch(String analyticsUrl, String route) {
        this.analyticsUrl = analyticsUrl;
        this.route = route;
    }

    /**
     * The figures once all {@code rows} are in them, or as they stand after half a minute.
     *
     * @param withoutFeedback how many tasks were begun and not finished
     */
    Report upWith(RowSums rows, long withoutFeedback) throws IOException, InterruptedException {
        JsonNode costs = costs();
        for (int i = 0; i < TRIES && costs.path("total").path("calls").asLong() < rows.calls(); i++) {
            Thread.sleep(PAUSE_MILLIS);
            costs = costs();
        }
        System.err.println("waiting until the window for feedback has closed");
        JsonNode canary = canary();
        for (int i = 0; i < TRIES && missingOutcomes(canary) > withoutFeedback; i++) {
            Thread.sleep(PAUSE_MILLIS);
            canary = canary();
        }
        return new Report(canary, costs, rows);
    }

    private static long missingOutcomes(JsonNode canary) {
        return canary.path("coverage").path("missing_outcomes").asLong();
    }

    private JsonNode canary() throws IOException, InterruptedException {
        return Fetch.get(analyticsUrl + "/v1/canary/" + route);
    }

    private JsonNode costs() throws IOException, InterruptedException {
        return Fetch.get(analyticsUrl + "/v1/costs?group_by=model");
    }
}
