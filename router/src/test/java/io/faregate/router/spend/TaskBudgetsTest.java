package io.faregate.router.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.money.PicoUsd;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TaskBudgetsTest {
    private static final long DAY = 86_400_000;

    private static TaskId id(int task) {
        return new TaskId("k", "", "t" + task);
    }

    @Test
    void keepsTheWordOfATask() {
        TaskBudgets tasks = new TaskBudgets(10, DAY, PicoUsd.MAX);
        TaskBudget first = tasks.called(id(1), 0);
        first.book(7);
        assertThat(tasks.called(id(1), DAY)).isSameAs(first);
        assertThat(tasks.called(id(1), 2 * DAY).heldPicoUsd()).isEqualTo(7);
        TaskBudget anew = tasks.called(id(1), 3 * DAY + 1);
        assertThat(anew).isNotSameAs(first);
        assertThat(anew.heldPicoUsd()).isZero();
        assertThat(tasks.size()).isEqualTo(1);
    }

    @Test
    void neverHoldsMoreThanItsCapNorFromAForgottenWord() {
        TaskBudget task = new TaskBudget(id(1), 0, PicoUsd.MAX);
        assertThat(task.tryHold(6, 10)).isTrue();
        assertThat(task.tryHold(5, 10)).isFalse();
        assertThat(task.tryHold(4, 10)).isTrue();
        task.book(5);
        assertThat(task.tryHold(0, 10)).isTrue();
        assertThat(task.fits(0, 10)).isTrue();
        assertThat(task.fits(1, 10)).isFalse();
        task.book(-15);
        assertThat(task.forget(1)).isFalse();
        assertThat(task.forget(0)).isTrue();
        assertThat(task.tryHold(1, 10)).isFalse();
        task.book(3);
        assertThat(task.gone()).isTrue();
        assertThat(task.heldPicoUsd()).isZero();
    }

    @Test
    void letsTheLongestIdleGoFirst() {
        int most = 100;
        TaskBudgets tasks = new TaskBudgets(most, DAY, PicoUsd.MAX);
        // The oracle: one map in order of the last call, seconds apart.
        Map<Integer, TaskBudget> byLastCall = new LinkedHashMap<>();
        Random random = new Random(11);
        for (int step = 0; step < 20_000; step++) {
            long now = step * 1_000L;
            int task = random.nextInt(300);
            TaskBudget known = byLastCall.remove(task);
            TaskBudget called = tasks.called(id(task), now);
            if (known != null) {
                assertThat(called).as("task %d at step %d", task, step).isSameAs(known);
            }
            byLastCall.put(task, called);
            if (byLastCall.size() > most) {
                Map.Entry<Integer, TaskBudget> oldest =
                        byLastCall.entrySet().iterator().next();
                assertThat(oldest.getValue().gone())
                        .as("task %d at step %d", oldest.getKey(), step)
                        .isTrue();
                byLastCall.remove(oldest.getKey());
            }
            assertThat(tasks.size()).isEqualTo(byLastCall.size());
        }
    }

    @Test
    void forgetsWhatIsOverItsTimeAsOthersCome() {
        TaskBudgets tasks = new TaskBudgets(1_000, DAY, PicoUsd.MAX);
        for (int i = 0; i < 500; i++) {
            tasks.called(id(i), i);
        }
        for (int i = 500; i < 1_000; i++) {
            tasks.called(id(i), 2 * DAY);
        }
        assertThat(tasks.size()).isEqualTo(500);
    }
}
