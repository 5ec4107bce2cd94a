package io.faregate.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {
    @Test
    void isTheMiddleWithItsRange() {
        assertThat(Median.of(List.of(3.0, 1.0, 2.0)).print(1)).isEqualTo("2.0 [1.0-3.0]");
        assertThat(Median.of(List.of(4.0, 1.0, 2.0, 3.0)).value()).isEqualTo(2.5);
        assertThatThrownBy(() -> Median.of(List.of())).hasMessage("no rounds");
    }

    @Test
    void pairsRoundsBeforeItTakesTheMedian() {
        List<Double> slow = List.of(10.0, 200.0, 33.0);
        List<Double> base = List.of(10.0, 100.0, 11.0);
        assertThat(Median.ratio(slow, base)).isEqualTo(new Median(2.0, 1.0, 3.0));
        assertThat(Median.difference(slow, base)).isEqualTo(new Median(22.0, 0.0, 100.0));
    }

    @Test
    void readsAPeerWithItsHeadersAndProcess() {
        Target peer = Target.peer("portkey=http://127.0.0.1:8787/v1,x-portkey-provider: openai,pid: 77");
        assertThat(peer.path()).isEqualTo("/v1");
        assertThat(peer.headers()).containsExactly("x-portkey-provider: openai");
        assertThat(peer.pid()).isEqualTo(77);
        assertThatThrownBy(() -> Target.peer("http://127.0.0.1")).hasMessageContaining("expected NAME=URL");
        assertThatThrownBy(() -> Target.peer("x=https://127.0.0.1:1"))
                .hasMessageContaining("expected http://HOST:PORT");
    }
}
