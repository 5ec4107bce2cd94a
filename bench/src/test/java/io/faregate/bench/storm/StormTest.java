package io.faregate.bench.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.bench.rig.Folder;
import io.faregate.bench.rig.Home;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Router, analytics and simulated provider as processes, compared in every account. */
class StormTest {
    @TempDir
    Path dir;

    @Test
    void answersRowsAndTotalsAgreeAlsoAfterAKill() throws Exception {
        try (StormRun run = new StormRun(Home.ofClassPath(), Folder.of(dir), 20, 0)) {
            run.whole(5);
            run.killed(3);
            assertThat(run.checks().broken()).isEmpty();
        }
    }

    @Test
    void nothingGrowsAndNothingIsLostRoundAfterRound() throws Exception {
        try (StormRun run = new StormRun(Home.ofClassPath(), Folder.of(dir), 10, 0)) {
            run.soak(4, 2);
            assertThat(run.checks().broken()).isEmpty();
        }
    }

    @Test
    @Tag("slow")
    void fiftyClientsForAMinuteAndAKillUnderTheSameLoad() throws Exception {
        try (StormRun run = new StormRun(Home.ofClassPath(), Folder.of(dir), 50, 0)) {
            run.whole(60);
            run.killed(10);
            assertThat(run.checks().broken()).isEmpty();
        }
    }
}
