package io.faregate.bench.demo;

import io.faregate.bench.rig.Fetch;
import io.vertx.core.Future;
import java.io.IOException;

/** Watches the agents, takes one model out and back by their progress, and tells the progress on stderr. */
final class Outage {
    private static final long LOOK_MILLIS = 100;
    private static final long TELL_MILLIS = 2_000;

    private final String simUrl;
    private final String model;
    private final int from;
    private final int to;
    private boolean out;

    Outage(String simUrl, String model, int from, int to) {
        this.simUrl = simUrl;
        this.model = model;
        this.from = from;
        this.to = to;
    }

    /** Returns when {@code load} has completed; the model is back then. */
    void follow(Future<Void> load, Tally tally) throws IOException, InterruptedException {
        long sinceTold = 0;
        while (!load.isComplete()) {
            int task = tally.started.get();
            turn(task >= from && task < to);
            if (sinceTold >= TELL_MILLIS) {
                sinceTold = 0;
                System.err.println(tally.finished.sum() + " tasks, " + tally.answered.sum() + " calls, "
                        + tally.noticed.sum() + " failures noticed" + (out ? " (" + model + " is out)" : ""));
            }
            Thread.sleep(LOOK_MILLIS);
            sinceTold += LOOK_MILLIS;
        }
        turn(false);
    }

    private void turn(boolean wanted) throws IOException, InterruptedException {
        if (wanted != out) {
            Fetch.post(simUrl + "/control", "{\"model\":\"" + model + "\",\"outage\":" + wanted + "}");
            out = wanted;
            System.err.println(model + (out ? " goes out" : " is back"));
        }
    }
}
