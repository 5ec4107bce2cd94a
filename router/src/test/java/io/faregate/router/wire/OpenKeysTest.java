package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class OpenKeysTest {
    private static boolean add(OpenKeys keys, String key) throws BadJson {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return keys.add(bytes, 0, bytes.length, key.contains("\\"));
    }

    @Test
    void behavesLikeASetForEachOpenObject() throws BadJson {
        SplittableRandom random = new SplittableRandom(7);
        OpenKeys keys = new OpenKeys(99);
        for (int round = 0; round < 20; round++) {
            Deque<Set<String>> oracle = new ArrayDeque<>();
            keys.clear();
            keys.enter();
            oracle.push(new HashSet<>());
            for (int step = 0; step < 5_000; step++) {
                int what = random.nextInt(20);
                if (what == 0 && oracle.size() < 100) {
                    keys.enter();
                    oracle.push(new HashSet<>());
                } else if (what == 1 && oracle.size() > 1) {
                    keys.leave();
                    oracle.pop();
                } else {
                    String key = "k" + random.nextInt(200);
                    assertThat(add(keys, key)).isEqualTo(oracle.element().add(key));
                }
            }
        }
    }

    @Test
    void comparesKeysWithoutTheirEscapes() throws BadJson {
        OpenKeys keys = new OpenKeys(1);
        keys.enter();
        assertThat(add(keys, "model")).isTrue();
        assertThat(add(keys, "m\\u006fdel")).isFalse();
        assertThat(add(keys, "\\ud83d\\ude42")).isTrue();
        assertThat(add(keys, "\uD83D\uDE42")).isFalse();
        assertThat(add(keys, "\\ud83d")).isTrue();
        assertThat(add(keys, "\\ud83e")).isTrue();
        assertThat(add(keys, "\\ud83d")).isFalse();
        assertThat(add(keys, "?")).isTrue();
    }

    @Test
    void refusesMoreKeysThanAnyRequestNeeds() throws BadJson {
        OpenKeys keys = new OpenKeys(1);
        for (int round = 0; round < 2; round++) {
            keys.clear();
            keys.enter();
            for (int i = 0; i < OpenKeys.MOST_KEYS; i++) {
                assertThat(add(keys, "a-somewhat-long-key-" + i)).isTrue();
            }
            assertThat(add(keys, "a-somewhat-long-key-7")).isFalse();
            assertThatThrownBy(() -> add(keys, "one too many"))
                    .isInstanceOf(BadJson.class)
                    .hasMessageStartingWith("more than 32768 keys in open objects");
        }
    }
}
