package io.faregate.router.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.faregate.router.config.ConfigException;
import io.faregate.router.money.PicoUsd;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ControlTest {
    @TempDir
    private Path folder;

    private FolderSource source;
    private Control control;
    private CanaryChanges canaries;
    private BudgetChanges budgets;

    @BeforeEach
    void open() throws ConfigException {
        source = new FolderSource(folder);
        reopen();
    }

    /** As after a restart of the process. */
    private void reopen() throws ConfigException {
        control = Control.open(source);
        canaries = new CanaryChanges(control);
        budgets = new BudgetChanges(control);
    }

    private static Change change(String json, String... fields) throws ChangeRefused {
        return Change.of(AdminJson.parse(json), Set.of(fields));
    }

    private Control.Changed percent(String percent) throws ChangeRefused {
        return canaries.set("r", change("{\"percent\":" + percent + "}", "percent", "challenger"));
    }

    private String canary() throws ChangeRefused {
        return AdminJson.write(canaries.show("r"));
    }

    private static String canary(String percent, String challenger, String primary) {
        return "{\"route\":\"r\",\"experiment\":\"e1\",\"percent\":" + percent + ",\"challenger\":\"" + challenger
                + "\",\"primary\":\"" + primary + "\",\"promotion\":\"manual\",\"ramp\":[1,5,25,50]}";
    }

    @Test
    void aChangeIsInForceAndSurvivesARestart() throws Exception {
        Control.Changed changed = percent("12.5");

        assertThat(changed.made()).isTrue();
        assertThat(AdminJson.write(changed.answer())).isEqualTo(canary()).isEqualTo(canary("12.5", "c", "a"));
        reopen();
        assertThat(canary()).isEqualTo(canary("12.5", "c", "a"));
    }

    @Test
    void theFileWinsOnceItSaysSomethingElse() throws Exception {
        percent("12.5");
        source.write("7", "25");

        assertThat(control.reload("test")).isEmpty();
        assertThat(canary()).isEqualTo(canary("7", "c", "a"));
    }

    @Test
    void whatTheFileHasOvertakenDoesNotComeBack() throws Exception {
        percent("12.5");
        source.write("7", "25");
        control.reload("test");
        source.write("5", "25");

        reopen();

        assertThat(canary()).isEqualTo(canary("5", "c", "a"));
    }

    @Test
    void whatTheFileOvertookWhileNobodyRanDoesNotComeBackEither() throws Exception {
        percent("12.5");
        source.write("7", "25");
        reopen();
        source.write("5", "25");

        reopen();

        assertThat(canary()).isEqualTo(canary("5", "c", "a"));
    }

    @Test
    void aFaultyFileIsRefusedAndTheOldOneStays() throws Exception {
        source.writeText("targets: [ { name: a, virtual_key: nobody } ]\nnonsense: 1\n");

        assertThat(control.reload("test")).hasSizeGreaterThanOrEqualTo(2).anyMatch(fault -> fault.contains("nonsense"));
        assertThat(canary()).isEqualTo(canary("5", "c", "a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# later\n", "null"})
    void anEmptiedFileTakesNothingAway(String text) throws Exception {
        source.writeText(text);

        assertThat(control.reload("test")).hasSize(1);
        assertThat(canary()).isEqualTo(canary("5", "c", "a"));
        assertThat(control.setup().config().auth()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "auth: { keys: [] }\n"})
    void aFileWithoutTheKeysThatWereAskedForIsNotTakenWhileOthersMayReachTheRouter(String auth) throws Exception {
        source.writeText(auth + "targets: [ { name: a, virtual_key: groq, model: m-a } ]\nbudgets: { daily_usd: 1 }\n");

        assertThat(control.reload("test"))
                .containsExactly(source.file()
                        + ": auth.keys: found no key where there were some, expected one; only a restart takes such a"
                        + " file");
        assertThat(control.setup().keys().open()).isFalse();
        assertThat(control.refusedReloads()).isEqualTo(1);
    }

    @Test
    void aChangeIsMadeToWhatIsInForceWhileTheFileIsFaulty() throws Exception {
        canaries.promote("r", change("{}"));
        source.writeText("targets: [ { name: a, virtual_key: nobody } ]\nnonsense: 1\n");
        control.reload("test");

        canaries.rollback("r", change("{}"));

        assertThat(canary()).isEqualTo(canary("0", "c", "a"));
        source.write("5", "30");
        assertThat(control.reload("test")).isEmpty();
        assertThat(canary()).isEqualTo(canary("0", "c", "a"));
        assertThat(control.setup().routing().caps().dailyPicoUsd()).isEqualTo(PicoUsd.parse("30"));
    }

    @Test
    void aChangeDoesNotTakeUpAFileThatNobodyHasReloaded() throws Exception {
        source.write("5", "30");

        percent("9");

        assertThat(control.setup().routing().caps().dailyPicoUsd()).isEqualTo(PicoUsd.parse("25"));
        assertThat(canary()).isEqualTo(canary("9", "c", "a"));
    }

    @Test
    void promotionAndRollbackLeadThereAndBack() throws Exception {
        canaries.promote("r", change("{}"));
        assertThat(canary()).isEqualTo(canary("5", "a", "c"));

        canaries.rollback("r", change("{}"));
        assertThat(canary()).isEqualTo(canary("0", "c", "a"));
    }

    @Test
    void aPromotionSentAgainDoesNotLeadBackUnlessItNamesTheChallenger() throws Exception {
        canaries.promote("r", change("{}"));

        ChangeRefused again = refused(() -> canaries.promote("r", change("{}")));

        assertThat(again.status()).isEqualTo(409);
        assertThat(again)
                .hasMessage("Route 'r' has its promotion: 'c' is the primary, and the challenger is 'a', yesterday's"
                        + " primary. To undo it, roll back; to promote 'a' all the same, send expected.challenger.");
        assertThat(canary()).isEqualTo(canary("5", "a", "c"));
        canaries.promote("r", change("{\"expected\":{\"challenger\":\"a\"}}"));
        assertThat(canary()).isEqualTo(canary("5", "c", "a"));
    }

    @Test
    void whoeverIsTheChallengerAfterAPromotionMayBePromotedNext() throws Exception {
        canaries.promote("r", change("{}"));
        canaries.set("r", change("{\"challenger\":\"b\"}", "percent", "challenger"));

        canaries.promote("r", change("{}"));

        assertThat(canary()).isEqualTo(canary("5", "c", "b"));
    }

    @Test
    void aSecondPromotionSentAgainDoesNotLeadBackEvenAfterARestart() throws Exception {
        canaries.promote("r", change("{}"));
        canaries.set("r", change("{\"challenger\":\"b\"}", "percent", "challenger"));
        canaries.promote("r", change("{}"));
        reopen();

        ChangeRefused again = refused(() -> canaries.promote("r", change("{}")));

        assertThat(again.status()).isEqualTo(409);
        assertThat(again)
                .hasMessage("Route 'r' has its promotion: 'b' is the primary, and the challenger is 'c', yesterday's"
                        + " primary. To undo it, roll back; to promote 'c' all the same, send expected.challenger.");
        assertThat(canary()).isEqualTo(canary("5", "c", "b"));
        canaries.promote("r", change("{\"expected\":{\"challenger\":\"c\"}}"));
        assertThat(canary()).isEqualTo(canary("5", "b", "c"));
    }

    @Test
    void aKnownRecordIdIsAnsweredAsBeforeAndChangesNothing() throws Exception {
        Change promotion = change("{\"record_id\":\"x\"}");
        Control.Changed first = canaries.promote("r", promotion);
        reopen();

        Control.Changed again = canaries.promote("r", promotion);

        assertThat(again.made()).isFalse();
        assertThat(AdminJson.write(again.answer())).isEqualTo(AdminJson.write(first.answer()));
        assertThat(canary()).isEqualTo(canary("5", "a", "c"));
    }

    @Test
    void theSameChangeSentManyTimesAtOnceIsMadeOnce() throws Exception {
        int senders = 8;
        CyclicBarrier together = new CyclicBarrier(senders);
        ExecutorService threads = Executors.newFixedThreadPool(senders);
        List<Future<Control.Changed>> sent = new ArrayList<>();
        try {
            for (int i = 0; i < senders; i++) {
                sent.add(threads.submit(() -> {
                    together.await();
                    return canaries.promote("r", change("{\"record_id\":\"x\"}"));
                }));
            }
            int made = 0;
            for (Future<Control.Changed> each : sent) {
                made += each.get().made() ? 1 : 0;
            }
            assertThat(made).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
        assertThat(canary()).isEqualTo(canary("5", "a", "c"));
    }

    @Test
    void aRefusedChangeIsNotRemembered() throws Exception {
        Change expecting = change("{\"record_id\":\"x\",\"expected\":{\"percent\":6}}");
        assertThat(refused(() -> canaries.promote("r", expecting)).status()).isEqualTo(409);
        percent("6");

        assertThat(canaries.promote("r", expecting).made()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "experiment, '\"e1\"', true", "experiment, '\"e2\"', false", "percent, 5, true", "percent, 5.00, true",
        "percent, 5.01, false", "challenger, '\"c\"', true", "challenger, '\"b\"', false", "primary, '\"a\"', true",
        "primary, '\"c\"', false"
    })
    void whatIsExpectedMustHold(String name, String value, boolean holds) throws Exception {
        Change change = change("{\"expected\":{\"" + name + "\":" + value + "}}");

        if (holds) {
            assertThat(canaries.rollback("r", change).made()).isTrue();
        } else {
            assertThat(refused(() -> canaries.rollback("r", change)).status()).isEqualTo(409);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "r, percent, -0.1, 422",
        "r, percent, 100.01, 422",
        "r, percent, '\"5\"', 422",
        "r, challenger, 7, 422",
        "r, challenger, '\"nobody\"', 422",
        "r, challenger, '\"a\"', 422",
        "plain, percent, 5, 404",
        "nowhere, percent, 5, 404"
    })
    void whatDoesNotFitIsRefused(String route, String field, String value, int status) {
        String json = "{\"" + field + "\":" + value + "}";

        assertThat(refused(() -> canaries.set(route, change(json, "percent", "challenger")))
                        .status())
                .isEqualTo(status);
    }

    @Test
    void budgetsChangeByName() throws Exception {
        budgets.set("global", change("{\"daily_usd\":30.5}", "daily_usd"));
        budgets.set("key:agents", change("{\"per_task_usd\":0.000000000001}", "per_task_usd"));
        Control.Changed last = budgets.set("route:r", change("{\"per_request_usd\":0}", "per_request_usd"));

        assertThat(AdminJson.write(last.answer()))
                .isEqualTo("{\"name\":\"route:r\",\"daily_usd\":null,\"per_request_usd\":0,\"per_task_usd\":null}");
        assertThat(control.setup().routing().caps().dailyPicoUsd()).isEqualTo(PicoUsd.parse("30.5"));
        assertThat(BudgetChanges.facts(control.setup().config(), "key:agents"))
                .containsEntry("daily_usd", new BigDecimal("10"))
                .containsEntry("per_request_usd", null)
                .containsEntry("per_task_usd", new BigDecimal("0.000000000001"));
    }

    @Test
    void aBudgetsRecordIdIsKnownToo() throws Exception {
        budgets.set("global", change("{\"daily_usd\":30,\"record_id\":\"x\"}", "daily_usd"));

        Control.Changed again = budgets.set("global", change("{\"daily_usd\":40,\"record_id\":\"x\"}", "daily_usd"));

        assertThat(again.made()).isFalse();
        assertThat(control.setup().routing().caps().dailyPicoUsd()).isEqualTo(PicoUsd.parse("30"));
    }

    @ParameterizedTest
    @CsvSource({
        "global, -1, 422",
        "global, 0.0000000000001, 422",
        "global, true, 422",
        "global, null, 422",
        "key:nobody, 1, 404",
        "route:nowhere, 1, 404",
        "everything, 1, 404"
    })
    void whatIsNoBudgetIsRefused(String name, String value, int status) {
        assertThat(refused(() -> budgets.set(name, change("{\"daily_usd\":" + value + "}", "daily_usd")))
                        .status())
                .isEqualTo(status);
    }

    private interface Refusable {
        Object make() throws ChangeRefused;
    }

    private static ChangeRefused refused(Refusable change) {
        return assertThatExceptionOfType(ChangeRefused.class)
                .isThrownBy(change::make)
                .actual();
    }
}
