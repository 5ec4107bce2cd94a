package io.faregate.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class TaskTest {
    @Test
    void followsFromItsNumberAlone() {
        for (int number = 0; number < 50; number++) {
            Task task = Task.of(number);
            assertThat(task).isEqualTo(Task.of(number));
            assertThat(task.calls()).isBetween(2, 5);
            assertThat(task.body("agent", 1)).isEqualTo(Task.of(number).body("agent", 1));
        }
    }

    @Test
    void carriesTheHistoryOfTheCallsBefore() throws Exception {
        JsonNode body = new ObjectMapper().readTree(Task.of(3).body("agent", 2));
        assertThat(body.path("model").asText()).isEqualTo("agent");
        assertThat(body.path("max_tokens").asInt()).isEqualTo(800);
        assertThat(body.path("messages"))
                .extracting(message -> message.path("role").asText())
                .containsExactly("system", "user", "assistant", "user", "assistant", "user");
    }

    @Test
    void successFollowsTheQuality() {
        int content = 0;
        for (int number = 0; number < 2_000; number++) {
            content += Task.of(number).succeeds(0.9) ? 1 : 0;
            assertThat(Task.of(number).succeeds(0)).isFalse();
            assertThat(Task.of(number).succeeds(1)).isTrue();
        }
        assertThat(content).isBetween(1_750, 1_850);
    }
}
