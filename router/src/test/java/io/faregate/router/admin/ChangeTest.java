package io.faregate.router.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ChangeTest {
    private static Change of(String json) throws ChangeRefused {
        return Change.of(AdminJson.read(json.getBytes(StandardCharsets.UTF_8)), Set.of("percent"));
    }

    @Test
    void takesWhatAChangeMayCarry() throws ChangeRefused {
        Change change = of(
                "{\"percent\":5.50,\"record_id\":\"r-1\",\"expected\":{\"experiment\":\"e\",\"percent\":5.0},"
                        + "\"verdict\":\"promote\",\"epoch\":3,\"actor\":\"analytics\",\"reasons\":[\"cheaper\",\"as good\"]}");

        assertThat(change.fields()).containsOnlyKeys("percent");
        assertThat(change.expected()).isEqualTo(Map.of("experiment", "e", "percent", "5"));
        assertThat(change.recordId()).isEqualTo("r-1");
        assertThat(change.verdict()).isEqualTo("promote");
        assertThat(change.epoch()).isEqualTo(3);
        assertThat(change.actor()).isEqualTo("analytics");
        assertThat(change.reasons()).isEqualTo(List.of("cheaper", "as good"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"record_id\":null,\"expected\":null,\"verdict\":null,\"epoch\":null}"})
    void nothingOfItIsNeeded(String json) throws ChangeRefused {
        assertThat(of(json)).isEqualTo(new Change(Map.of(), Map.of(), null, null, null, "admin", List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"percnt\":5}",
                "{\"expected\":{\"share\":5}}",
                "{\"expected\":{\"percent\":[5]}}",
                "{\"expected\":\"percent\"}",
                "{\"record_id\":7}",
                "{\"verdict\":true}",
                "{\"epoch\":1.5}",
                "{\"actor\":{}}",
                "{\"reasons\":\"cheap\"}",
                "{\"reasons\":[5]}",
                "{\"reasons\":[\"cheap\",null]}"
            })
    void whatIsMisspeltIsRefusedWithEachFault(String json) {
        ChangeRefused refused = assertThatExceptionOfType(ChangeRefused.class)
                .isThrownBy(() -> of(json))
                .actual();

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.errors()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "7", "{", "{\"percent\":1,\"percent\":2}", "{} {}"})
    void whatIsNoObjectIsRefused(String json) {
        ChangeRefused refused = assertThatExceptionOfType(ChangeRefused.class)
                .isThrownBy(() -> of(json))
                .actual();

        assertThat(refused.status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"5, 5", "5.00, 5", "0.0, 0", "100, 100", "1e2, 100", "0.000000000001, 0.000000000001"})
    void numbersHaveOneSpelling(String number, String spelling) {
        assertThat(Change.plain(new BigDecimal(number))).isEqualTo(spelling);
    }
}
