package io.faregate.router.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TokenEstimatorTest {
    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1, 0, 1", "2, 0, 1", "4, 0, 1", "5, 0, 2", "4000, 0, 1000", "2, 1, 1001", "0, 3, 3000"})
    void countsFourCodePointsATokenAndAThousandAnImage(long codePoints, long images, long tokens) {
        assertThat(TokenEstimator.tokens(codePoints, images)).isEqualTo(tokens);
    }
}
