package io.faregate.analytics.retain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.config.Canaries;
import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Ramp;
import io.faregate.analytics.row.UtcTime;
import io.faregate.analytics.store.LoadResult;
import io.faregate.analytics.store.StoreException;
import io.faregate.analytics.testing.Rows;
import io.faregate.analytics.testing.Sql;
import io.faregate.analytics.testing.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of 2026, looked at in 2100, so that all of them came in long before. */
class RetentionTest {
    private static final int KEEP_DAYS = 90;
    private static final long NOW_MICROS = UtcTime.parseMicros("2100-04-01T12:00:00.000Z");
    private static final String DAY_ONE = "2026-08-20T10:00:00.000Z";
    private static final String DAY_TWO = "2026-08-21T23:59:59.999Z";
    private static final String LAST_KEPT = "2100-01-01T00:00:00.000Z";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Store store;

    @BeforeEach
    void open() {
        store = new Store(folder);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void movesWholeOldDaysIntoFilesAndKeepsTheOthers() throws IOException {
        ObjectNode rescued = plain("1", DAY_ONE);
        rescued.putArray("attempts").add(Rows.attempt("b", "0.01", 3, 4)).add(Rows.attempt("a", "0", 0, 0));
        store.add(
                rescued,
                plain("2", DAY_TWO),
                Rows.feedback("f", "t1", DAY_ONE, true),
                plain("3", "2099-12-31T23:59:59.999Z"),
                plain("4", LAST_KEPT));
        Retention retention = retention(Map.of());
        steps(retention);
        assertThat(ids()).containsExactly("4");
        assertThat(retention.rows()).isEqualTo(4);
        assertThat(files())
                .containsExactly(
                        "attempt_spend-2026-08-20.parquet",
                        "calls-2026-08-20.parquet",
                        "calls-2026-08-21.parquet",
                        "calls-2099-12-31.parquet",
                        "feedback-2026-08-20.parquet");
        assertThat(archived("calls-*")).containsExactly("1", "2", "3");
        assertThat(archived("feedback-*")).containsExactly("f");
        assertThat(archived("attempt_spend-*")).containsExactly("1");
        assertThat(store.warehouse().archivedBeforeMicros()).isEqualTo(UtcTime.parseMicros(LAST_KEPT));
    }

    @Test
    void movesNothingTwice() throws IOException {
        store.add(plain("1", DAY_ONE));
        Retention retention = retention(Map.of());
        steps(retention);
        steps(retention);
        assertThat(retention.rows()).isEqualTo(1);
        assertThat(files()).containsExactly("calls-2026-08-20.parquet");
    }

    @Test
    void whatCameInLatelyStaysAsLongAsWhatIsNew() {
        store.add(plain("1", DAY_ONE));
        long dayAfterTomorrow = System.currentTimeMillis() * 1000 + 2 * 86_400_000_000L;
        steps(new Retention(store.warehouse(), () -> 3, () -> Canaries.NONE, () -> dayAfterTomorrow));
        assertThat(ids()).containsExactly("1");
    }

    @Test
    void knowsAnArchivedRowThatIsSentAgainAlsoAfterARestart() {
        store.add(plain("1", DAY_ONE), Rows.feedback("f", "t1", DAY_ONE, true));
        steps(retention(Map.of()));
        assertThat(store.add(plain("1", DAY_ONE))).isEqualTo(new LoadResult(0, 1, 0));
        store.close();
        open();
        assertThat(store.add(plain("1", DAY_ONE), Rows.feedback("f", "t1", DAY_ONE, true)))
                .isEqualTo(new LoadResult(0, 2, 0));
        assertThat(ids()).isEmpty();
    }

    @Test
    void takesANewRowOfAnArchivedDayAndArchivesItBesideTheOthers() throws IOException {
        store.add(plain("1", DAY_ONE));
        steps(retention(Map.of()));
        assertThat(store.add(plain("1", DAY_ONE), plain("2", DAY_ONE))).isEqualTo(new LoadResult(1, 1, 0));
        steps(retention(Map.of()));
        assertThat(store.add(plain("1", DAY_ONE), plain("2", DAY_ONE))).isEqualTo(new LoadResult(0, 2, 0));
        assertThat(files()).containsExactly("calls-2026-08-20.2.parquet", "calls-2026-08-20.parquet");
        assertThat(archived("calls-*")).containsExactly("1", "2");
    }

    @Test
    void takesNothingOfADayWhoseFileIsGone() throws IOException {
        store.add(plain("1", DAY_ONE), plain("2", DAY_TWO));
        steps(retention(Map.of()));
        Files.delete(store.warehouse().archiveFolder().resolve("calls-2026-08-20.parquet"));
        assertThat(store.add(plain("1", DAY_ONE), plain("3", DAY_TWO))).isEqualTo(new LoadResult(1, 1, 0));
    }

    @Test
    void aRunningExperimentKeepsTheDaysOfItsTasks() {
        store.add(
                plain("1", DAY_ONE),
                Rows.call("2", "t", "0.01").put("ts", DAY_TWO),
                plain("3", "2026-08-22T00:00:00.000Z"),
                Rows.call("4", "t2", "0.01").put("ts", LAST_KEPT));
        steps(retention(Map.of()));
        assertThat(ids()).containsExactly("2", "3", "4");
    }

    @Test
    void aTaskThatBeganInTheEpochBeforeKeepsItsFirstCall() {
        store.add(
                plain("1", DAY_ONE),
                Rows.call("2", "t", "0.01").put("ts", DAY_TWO).put("epoch_key", "before"),
                Rows.call("3", "t", "0.01").put("ts", LAST_KEPT).put("epoch_key", "after"));
        steps(retention(Map.of()));
        assertThat(ids()).containsExactly("2", "3");
    }

    @Test
    void anExperimentIsOverOnceNoFileNamesItAndItsLastCallIsOld() {
        store.add(Rows.call("1", "t", "0.01").put("ts", DAY_ONE));
        CanaryRoute route =
                new CanaryRoute("r", List.of("a"), "c", 50, "e1", false, new Ramp(List.of(50.0)), Policy.DEFAULT);
        steps(retention(Map.of("r", route)));
        assertThat(ids()).containsExactly("1");
        steps(retention(Map.of()));
        assertThat(ids()).isEmpty();
    }

    @Test
    void shapesLeaveAfterTheirLastCallAndComeAgainWithTheNext() {
        store.add(
                plain("1", DAY_ONE).put("key", "gone"),
                plain("2", DAY_ONE).put("key", "stays"),
                plain("3", LAST_KEPT).put("key", "stays"));
        steps(retention(Map.of()));
        assertThat(column("SELECT key FROM shapes")).containsExactly("stays");
        store.add(
                plain("4", LAST_KEPT).put("key", "gone"), plain("5", LAST_KEPT).put("key", "stays"));
        assertThat(column("SELECT row_id || key FROM calls ORDER BY row_id"))
                .containsExactly("3stays", "4gone", "5stays");
    }

    @Test
    void theTargetsOfAnEpochsArmsOutliveItsCalls() {
        store.add(
                Rows.call("1", "t1", "0.01").put("ts", DAY_ONE).put("assigned_target", "a"),
                Rows.call("2", "t2", "0.01")
                        .put("ts", DAY_ONE)
                        .put("assigned_target", "a")
                        .put("model", "other"),
                Rows.challenger("3", "t3", "0.01").put("ts", DAY_ONE).put("assigned_target", "c"));
        assertThat(column("SELECT count(*) FROM shapes")).containsExactly("3");
        steps(retention(Map.of()));
        assertThat(ids()).isEmpty();
        assertThat(column("SELECT arm || ' ' || assigned_target FROM shapes ORDER BY ALL"))
                .containsExactly("challenger c", "primary a");
    }

    @Test
    void aMoveThatEndedBeforeItsFileWasWholeIsMadeAnew() throws IOException {
        store.add(plain("1", DAY_ONE));
        leaveBehind("calls-2026-08-20.parquet.tmp");
        steps(retention(Map.of()));
        assertThat(files()).containsExactly("calls-2026-08-20.parquet");
        assertThat(archived("calls-*")).containsExactly("1");
        assertThat(ids()).isEmpty();
    }

    @Test
    void aMoveThatEndedAfterItsFileWasWholeLeavesNoRowTwice() throws IOException {
        store.add(plain("1", DAY_ONE));
        leaveBehind("calls-2026-08-20.parquet");
        store.close();
        open();
        assertThat(store.add(plain("1", DAY_ONE))).isEqualTo(new LoadResult(0, 1, 0));
        assertThat(store.warehouse().archivedBeforeMicros()).isNull();
        steps(retention(Map.of()));
        assertThat(files()).containsExactly("calls-2026-08-20.parquet");
        assertThat(archived("calls-*")).containsExactly("1");
    }

    @Test
    void neverWritesOverAFileOfAnotherDatabase() throws IOException {
        store.add(plain("1", DAY_ONE));
        Path other = store.warehouse().archiveFolder().resolve("calls-2026-08-20.parquet");
        Files.createDirectories(store.warehouse().archiveFolder());
        Files.writeString(other, "another's");
        steps(retention(Map.of()));
        assertThat(other).hasContent("another's");
        assertThat(archived("calls-2026-08-20.2.*")).containsExactly("1");
    }

    @Test
    void keepsAllRowsWhenTheFileCannotBeWritten() throws IOException {
        store.add(plain("1", DAY_ONE));
        Files.writeString(store.warehouse().archiveFolder(), "in the way");
        Retention retention = retention(Map.of());
        assertThatThrownBy(retention::step).isInstanceOf(StoreException.class).hasMessageContaining("2026-08-20");
        assertThat(ids()).containsExactly("1");
        assertThat(retention.failures()).isEqualTo(1);
        Files.delete(store.warehouse().archiveFolder());
        steps(retention);
        assertThat(archived("calls-*")).containsExactly("1");
        assertThat(ids()).isEmpty();
    }

    /** What a move leaves behind that ends between writing the file and the transaction. */
    private void leaveBehind(String file) throws IOException {
        Files.createDirectories(store.warehouse().archiveFolder());
        Files.writeString(store.warehouse().archiveFolder().resolve(file), "half a file");
        store.warehouse().write(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute(
                        "INSERT INTO archive VALUES ('calls-2026-08-20.parquet', 'calls', DATE '2026-08-20', 1, FALSE)");
            }
        });
    }

    private Retention retention(Map<String, CanaryRoute> routes) {
        Canaries canaries = new Canaries(routes, Policy.DEFAULT);
        return new Retention(store.warehouse(), () -> KEEP_DAYS, () -> canaries, () -> NOW_MICROS);
    }

    private static void steps(Retention retention) {
        while (retention.step()) {
            // Until nothing is due.
        }
    }

    private List<String> ids() {
        return Sql.texts(store.warehouse(), "SELECT row_id FROM calls ORDER BY row_id");
    }

    private List<String> column(String sql) {
        return Sql.texts(store.warehouse(), sql);
    }

    private List<String> archived(String files) {
        String pattern =
                store.warehouse().archiveFolder().resolve(files + "parquet").toString();
        return Sql.texts(store.warehouse(), "SELECT row_id FROM read_parquet('" + pattern + "') ORDER BY row_id");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.list(store.warehouse().archiveFolder())) {
            return all.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        }
    }

    /** A call outside experiments, of a task of its own. */
    private static ObjectNode plain(String id, String ts) {
        return Rows.call(id, "t" + id, "0.01")
                .put("ts", ts)
                .put("route", "plain")
                .putNull("arm")
                .putNull("experiment")
                .putNull("share");
    }
}
