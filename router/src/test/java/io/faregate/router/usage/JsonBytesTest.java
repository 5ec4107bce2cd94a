package io.faregate.router.usage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonBytesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 0.000000000001",
        "4900000, 0.0000049",
        "12500000000000, 12.5",
        "1000000000000, 1",
        "120000000000000, 120",
        "999999999999, 0.999999999999",
        "9223372036854775807, 9223372.036854775807",
        "-1, null"
    })
    void writesMoneyAsPlainDecimals(long picoUsd, String expected) {
        assertThat(written(out -> out.money(picoUsd))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "10, 10", "9223372036854775807, 9223372036854775807", "-1, null"})
    void writesCounts(long count, String expected) {
        assertThat(written(out -> out.count(count))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0.250, 0.25", "1E+2, 100", "0E-9, 0", "0.005, 0.005"})
    void writesDecimalsPlainly(String decimal, String expected) {
        assertThat(written(out -> out.decimal(new BigDecimal(decimal)))).isEqualTo(expected);
    }

    @Test
    void writesInstantsAsTheStandardLibraryWould() {
        DateTimeFormatter format =
                DateTimeFormatter.ofPattern("\"uuuu-MM-dd'T'HH:mm:ss.SSS'Z'\"").withZone(ZoneOffset.UTC);
        Random random = new Random(11);
        for (int i = 0; i < 100_000; i++) {
            long millis = (long) (random.nextDouble() * 200L * 366 * 86_400_000L);
            assertThat(written(out -> out.instant(millis))).isEqualTo(format.format(Instant.ofEpochMilli(millis)));
        }
    }

    @Test
    void writesLeapDaysAndYearEnds() {
        for (String instant : new String[] {
            "1970-01-01T00:00:00.000Z",
            "2000-02-29T23:59:59.999Z",
            "2028-02-29T12:00:00.001Z",
            "2100-03-01T00:00:00.010Z",
            "2026-12-31T23:59:59.999Z",
            "2027-01-01T00:00:00.000Z"
        }) {
            assertThat(written(out -> out.instant(Instant.parse(instant).toEpochMilli())))
                    .isEqualTo('"' + instant + '"');
        }
    }

    @Test
    void writesUuids() {
        UUID id = UUID.fromString("01a2c3d4-0e5f-7abc-8def-00000000000f");
        assertThat(written(out -> out.uuid(id))).isEqualTo("\"" + id + "\"");
    }

    @Test
    void escapesWhatCouldEndAStringOrALine() {
        assertThat(written(out -> out.string("a\"b\\c\nd\re\tf\u0000g\u001fh\u007fi\u0085j\u2028k\u2029l")))
                .isEqualTo("\"a\\\"b\\\\c\\u000ad\\u000de\\u0009f\\u0000g\\u001fh\\u007fi\\u0085j\\u2028k\\u2029l\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "\ude42", "\ud83d\ud83d", "x\ud83dy"})
    void replacesHalfASurrogatePair(String text) {
        String expected = text.replace('\ud83d', '\ufffd').replace('\ude42', '\ufffd');
        assertThat(written(out -> out.string(text))).isEqualTo('"' + expected + '"');
    }

    @Test
    void readsBackAsWritten() throws IOException {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(20); length > 0; length--) {
                int codePoint = random.nextInt(random.nextBoolean() ? 0x110000 : 0x180);
                text.appendCodePoint(codePoint >= 0xD800 && codePoint < 0xE000 ? 'x' : codePoint);
            }
            JsonBytes out = new JsonBytes();
            out.string(text.toString());
            assertThat(JSON.readValue(out.toByteArray(), String.class)).isEqualTo(text.toString());
        }
    }

    @Test
    void cutsLongTextAtTheBorderOfACharacter() {
        assertThat(written(out -> out.string("abc\ud83d\ude42d", 4))).isEqualTo("\"abc\"");
        assertThat(written(out -> out.string("abc\ud83d\ude42d", 5))).isEqualTo("\"abc\ud83d\ude42\"");
        assertThat(written(out -> out.string("x".repeat(100_000), 256))).isEqualTo("\"" + "x".repeat(256) + "\"");
    }

    private static String written(Consumer<JsonBytes> write) {
        JsonBytes out = new JsonBytes();
        write.accept(out);
        return new String(out.toByteArray(), UTF_8);
    }
}
