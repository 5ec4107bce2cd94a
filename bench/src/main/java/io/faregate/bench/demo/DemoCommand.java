package io.faregate.bench.demo;

import io.faregate.bench.rig.Folder;
import io.faregate.bench.rig.Home;
import io.faregate.bench.rig.RowSums;
import io.faregate.bench.rig.TextTable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demo}: the whole story without keys in about a minute. */
@Command(
        name = "demo",
        customSynopsis = "scripts/demo [OPTIONS]",
        mixinStandardHelpOptions = true,
        description = {
            "Starts simulated providers, the router and analytics, lets agents work through a few thousand tasks,",
            "takes the primary out in the middle, runs into the daily cap at the end, and prints the report."
        })
public final class DemoCommand implements Callable<Integer> {
    private static final String ROUTE = "agent";
    private static final String PRIMARY = "muse-spark-1.1";

    @Option(names = "--tasks", defaultValue = "6000", description = "stop after so many tasks, cap or not")
    int tasks;

    @Option(names = "--agents", defaultValue = "48", description = "agents side by side (default: ${DEFAULT-VALUE})")
    int agents;

    @Option(names = "--outage-from", defaultValue = "1200", description = "task that the primary's outage begins at")
    int outageFrom;

    @Option(names = "--outage-to", defaultValue = "1700", description = "task that it ends at")
    int outageTo;

    @Option(names = "--dir", description = "empty folder for rows, database and logs (default: one that is removed)")
    @Nullable
    Path dir;

    @Option(
            names = "--stay",
            description = "keep the programs and the dashboard until interrupted; scripts/demo does so in a terminal")
    boolean stay;

    @Option(names = "--once", description = "end after the report")
    boolean once;

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            return run(Home.find());
        } catch (IllegalStateException e) {
            System.err.println("demo: " + e.getMessage());
            return 1;
        }
    }

    int run(Home home) throws IOException, InterruptedException {
        Folder folder = Folder.of(dir);
        try (Stage stage = new Stage(home, folder)) {
            boolean good = play(stage, folder.path());
            if (stay && !once) {
                System.err.println("The programs keep running; Ctrl-C ends them.");
                new CountDownLatch(1).await();
            }
            return good ? 0 : 1;
        }
    }

    private boolean play(Stage stage, Path folder) throws IOException, InterruptedException {
        System.err.println("router on " + stage.routerUrl() + ", dashboard on " + stage.analyticsUrl() + "/");
        Tally tally = new Tally();
        Vertx vertx =
                Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
        try {
            AgentLoad load = new AgentLoad(vertx, URI.create(stage.routerUrl()), ROUTE, agents, tasks, tally);
            new Outage(stage.simUrl(), PRIMARY, outageFrom, outageTo).follow(load.run(agents), tally);
        } finally {
            Future<Void> closed = vertx.close();
            closed.await();
        }
        RowSums rows = RowSums.read(folder);
        Report report = new Catch(stage.analyticsUrl(), ROUTE).upWith(rows, tally.started.get() - tally.finished.sum());
        System.out.print(story(tally) + report.print());
        boolean good = report.agrees() && tally.noticed.sum() == 0 && tally.firstRefusal() != null;
        System.out.print('\n' + dashboard(stage));
        if (!good) {
            System.err.println("demo: what was to be shown does not hold, see above");
        }
        return good;
    }

    private String dashboard(Stage stage) {
        String address = stage.analyticsUrl() + "/";
        return stay && !once
                ? "Dashboard: " + address + "\nKey for its buttons: " + stage.adminKey() + "\n"
                : "Dashboard: it was at " + address + " while this ran; scripts/demo --stay keeps it up\n";
    }

    private String story(Tally tally) {
        String noticed = tally.firstNoticed();
        String refusal = tally.firstRefusal();
        return new TextTable()
                        .row("tasks begun", Long.toString(tally.started.get()))
                        .row("tasks done", Long.toString(tally.finished.sum()))
                        .row("calls answered", Long.toString(tally.answered.sum()))
                        .row("of them streamed", Long.toString(tally.streamed.sum()))
                        .row("primary out at tasks", outageFrom + " to " + outageTo)
                        .row("failures noticed by an agent", Long.toString(tally.noticed.sum()))
                        .row("calls refused by the daily cap", Long.toString(tally.refused.sum()))
                        .print()
                + (noticed == null ? "" : "  first failure: " + noticed + "\n")
                + (refusal == null ? "  the daily cap was not reached\n" : "  first refusal: " + refusal + "\n");
    }
}
