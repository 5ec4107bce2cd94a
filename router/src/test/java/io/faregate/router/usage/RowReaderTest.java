package io.faregate.router.usage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.spend.SpendFact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RowReaderTest {
    private static final String ROW =
            "{\"type\":\"call\",\"row_id\":\"1\",\"ts\":\"2026-11-30T12:00:00.000Z\",\"route\":"
                    + "\"fast\",\"task_id\":\"t\",\"task_given\":true,\"key\":\"agents\",\"charged_usd\":0.5}";
    private static final long NOON = Instant.parse("2026-11-30T12:00:00Z").toEpochMilli();
    private static final String INSTANCE = "box-1";

    private final List<SpendFact> facts = new ArrayList<>();
    private final RowReader reader = new RowReader(0, facts::add);

    @Test
    void readsWhatTheEncoderWrites() {
        for (byte[] line : RowSamples.lines()) {
            reader.read(line, 0, line.length - 1);
        }

        assertThat(facts)
                .containsExactly(
                        new SpendFact(NOON + 1, "agents", "fast", "task-1", 4_900_000, INSTANCE),
                        new SpendFact(NOON + 2, "agents", "agent", "task-2", 1_000_000_000_000L, INSTANCE),
                        new SpendFact(NOON + 3, "agents", "fast", "task-3", 53_000_000, INSTANCE),
                        new SpendFact(NOON + 5, "agents", "fast", "task-5", 14_000_000, INSTANCE),
                        new SpendFact(NOON + 6, "agents", "fast", "task-6", 16_000_000, INSTANCE));
        assertThat(reader.calls()).isEqualTo(7);
        assertThat(reader.bad()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "0.4, 400000000000",
        "0.0000049, 4900000",
        "0.000000000001, 1",
        "12.50, 12500000000000",
        "9223372, 9223372000000000000",
        "9223372.036854775807, 9223372036854775807",
        "1e-6, 1000000",
        "4.9E-6, 4900000",
        "2, 2000000000000"
    })
    void readsMoneyExactly(String dollars, long picoUsd) {
        read(ROW.replace("0.5}", dollars + "}"));

        assertThat(facts).extracting(SpendFact::chargedPicoUsd).containsExactly(picoUsd);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.5", "\"0.5\"", "0.0000000000001", "99999999999", "true", "0.5.1", "{}", "1e999999999"})
    void aChargeThatIsNoMoneyIsABadLine(String charged) {
        read(ROW.replace("0.5}", charged + "}"));

        assertThat(facts).isEmpty();
        assertThat(reader.bad()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-30T12:00:00.000Z, 2026-11-30T12:00:00Z",
        "2028-02-29T23:59:59.999Z, 2028-02-29T23:59:59.999Z",
        "2026-11-30T12:00:00Z, 2026-11-30T12:00:00Z",
        "2026-11-30T13:30:00.5+01:30, 2026-11-30T12:00:00.5Z"
    })
    void readsInstants(String written, String instant) {
        read(ROW.replace("2026-11-30T12:00:00.000Z", written));

        assertThat(facts)
                .extracting(SpendFact::arrivalMillis)
                .containsExactly(Instant.parse(instant).toEpochMilli());
    }

    @Test
    void readsInstantsOfManyYears() {
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            JsonBytes instant = new JsonBytes();
            long millis = (long) (random.nextDouble() * 200L * 366 * 86_400_000L);
            instant.instant(millis);
            facts.clear();
            read(ROW.replace("\"1\"", "\"" + i + "\"")
                    .replace("\"2026-11-30T12:00:00.000Z\"", new String(instant.toByteArray(), UTF_8)));
            assertThat(facts).extracting(SpendFact::arrivalMillis).containsExactly(millis);
        }
    }

    @Test
    void membersMayComeInAnyOrderWithSpaceAndNestedValues() {
        read(
                " { \"attempts\" : [ { \"charged_usd\" : 9, \"x\" : \"]}\\\"\" } ] , \"charged_usd\" : 0.5 , \"ts\" : "
                        + "\"2026-11-30T12:00:00.000Z\", \"row_id\": \"1\", \"type\": \"call\", \"key\": null, \"new\": -1.5e3 } \r");

        assertThat(facts).containsExactly(new SpendFact(NOON, null, "", null, 500_000_000_000L, null));
    }

    @Test
    void everyBeginningOfALineIsBadAndStopsNothing() {
        for (int length = 1; length < ROW.length(); length++) {
            read(ROW.substring(0, length));
        }
        read(ROW);

        assertThat(reader.bad()).isEqualTo(ROW.length() - 1);
        assertThat(facts).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"x", "[]", "{}", "{\"type\":1}", "\u0000\u0000", "{\"type\":\"call\"}", "{\"type\":\"call\"}}"})
    void whatIsNoRowIsBad(String line) {
        read(line);

        assertThat(reader.bad()).isEqualTo(1);
    }

    @Test
    void aLineGluedToHalfALineIsBad() {
        read(ROW.substring(0, 60) + ROW);

        assertThat(reader.bad()).isEqualTo(1);
        assertThat(facts).isEmpty();
    }

    @Test
    void survivesRandomDamage() {
        damage(200_000, 17);
    }

    @Test
    @Tag("slow")
    void survivesAMillionDamages() {
        damage(1_000_000, 18);
    }

    private void damage(int times, long seed) {
        Random random = new Random(seed);
        byte[] row = ROW.getBytes(UTF_8);
        for (int i = 0; i < times; i++) {
            byte[] damaged = row.clone();
            for (int hits = random.nextInt(4); hits >= 0; hits--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            reader.read(damaged, 0, damaged.length);
        }

        assertThat(reader.bad()).isPositive();
        assertThat(facts.size() + reader.bad() + reader.duplicates()).isLessThanOrEqualTo(times);
    }

    @Test
    void otherRowsAreNeitherCallsNorBad() {
        read("{\"type\":\"feedback\",\"task_id\":\"t\"}");

        assertThat(reader.calls()).isZero();
        assertThat(reader.bad()).isZero();
    }

    @Test
    void aRowThatComesTwiceIsToldOnce() {
        read(ROW);
        read(ROW);
        read(ROW.replace("\"1\"", "\"2\""));

        assertThat(facts).hasSize(2);
        assertThat(reader.duplicates()).isEqualTo(1);
    }

    @Test
    void manyRowsAreAllTold() {
        for (int i = 0; i < 100_000; i++) {
            read(ROW.replace("\"1\"", "\"row-" + i + "\""));
        }

        assertThat(facts).hasSize(100_000);
        assertThat(reader.duplicates()).isZero();
    }

    @Test
    void callsFromBeforeArePassedOver() {
        RowReader late = new RowReader(NOON + 1, facts::add);
        byte[] row = ROW.getBytes(UTF_8);
        late.read(row, 0, row.length);

        assertThat(facts).isEmpty();
        assertThat(late.calls()).isZero();
    }

    @Test
    void anOlderRowWithoutAChargeWasChargedItsCost() {
        read(ROW.replace("charged_usd\":0.5", "cost_usd\":0.25"));
        read(ROW.replace("\"1\"", "\"2\"").replace("charged_usd\":0.5", "cost_usd\":null"));

        assertThat(facts).extracting(SpendFact::chargedPicoUsd).containsExactly(250_000_000_000L);
        assertThat(reader.calls()).isEqualTo(2);
    }

    @Test
    void aTaskThatTheClientDidNotNameIsNobodysTask() {
        read(ROW.replace("true", "false"));

        assertThat(facts.get(0).taskId()).isNull();
    }

    @Test
    void namesAreReadWithTheirEscapes() {
        read(ROW.replace("agents", "a\\\"\\u00fc\\\\").replace("fast", "schn\u00e4ll"));

        assertThat(facts.get(0).key()).isEqualTo("a\"\u00fc\\");
        assertThat(facts.get(0).route()).isEqualTo("schn\u00e4ll");
    }

    private void read(String line) {
        byte[] bytes = line.getBytes(UTF_8);
        reader.read(bytes, 0, bytes.length);
    }
}
