package io.faregate.analytics.backfill;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.cli.ServiceClient;
import io.faregate.analytics.cli.ServiceOption;
import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.config.ConfigFaults;
import io.faregate.analytics.ingest.BadLines;
import io.faregate.analytics.store.BadLine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code backfill}: a folder of old row files sent to a running service. */
@Command(
        name = "backfill",
        mixinStandardHelpOptions = true,
        description = {
            "Sends the row files below a folder (.jsonl, .jsonl.gz) to the running analytics service.",
            "A row is taken once, however often it is sent: break it off and run it again as you like.",
            "Progress goes to standard error, the summary to standard output.",
            "Exit codes: 0 every line was taken, 1 a line or file was not, or nobody answers, 2 wrong usage."
        })
public final class BackfillCommand implements Callable<Integer> {
    private static final int USUAL_BYTES = 2 << 20;
    private static final int LONGEST_LINE_BYTES = 8 << 20;

    @Mixin
    private ServiceOption service = new ServiceOption();

    @Parameters(paramLabel = "FOLDER", description = "Where the files are; folders in it are looked through too.")
    private Path folder = Path.of("");

    @Option(names = "--json", description = "Print the summary as one JSON object instead.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        try {
            AnalyticsConfig settings = service.settings();
            List<Path> files = files();
            Totals totals = new Totals(files.size(), bytes(files));
            // The launcher knows whether standard error is a terminal; Java does not.
            Progress progress =
                    new Progress(System.err, Boolean.getBoolean("faregate.stderr.terminal"), System::nanoTime);
            RowSender sender = new RowSender(service.client(settings));
            try {
                for (Path file : files) {
                    send(file, sender, totals, progress);
                }
            } finally {
                progress.end();
            }
            System.out.print(json ? Json.print(totals.json()) + "\n" : totals.text());
            return totals.allTaken() ? 0 : 1;
        } catch (ServiceClient.Unanswered e) {
            System.err.println(e.getMessage() + "; what was taken stays, run it again to go on");
            return 1;
        } catch (ConfigFaults | IOException | UncheckedIOException | IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException(folder + ": expected a folder of row files, found "
                    + (Files.exists(folder) ? "a file" : "nothing"));
        }
        List<Path> files = RowFiles.below(folder);
        if (files.isEmpty()) {
            throw new IOException(folder + ": expected .jsonl or .jsonl.gz files, found none");
        }
        return files;
    }

    private static long bytes(List<Path> files) throws IOException {
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    /** A file that cannot be read to its end does not keep the others from being sent. */
    private void send(Path file, RowSender sender, Totals totals, Progress progress)
            throws ServiceClient.Unanswered, InterruptedException {
        String name = folder.relativize(file).toString();
        try (InputStream in = RowFiles.open(file, totals::read)) {
            LineBatches batches = new LineBatches(in, USUAL_BYTES, LONGEST_LINE_BYTES);
            for (LineBatches.Batch batch = batches.next(); batch != null; batch = batches.next()) {
                JsonNode answer = sender.send(batch.bytes());
                long rejected = answer.path("rejected").asLong();
                totals.add(
                        answer.path("accepted").asLong(),
                        answer.path("duplicate").asLong(),
                        rejected);
                if (rejected > 0) {
                    for (BadLine bad : BadLines.of(batch.bytes(), name)) {
                        totals.fault(name, batch.linesBefore() + bad.position() + 1, bad.reason());
                    }
                }
                progress.tell(totals);
            }
        } catch (IOException e) {
            totals.unreadable(name, "cannot be read to its end: " + e.getMessage());
        }
    }
}
