package io.faregate.router.spend;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The word of a task is linearizable: calls from several loops look as if they came one after the other. */
@Tag("slow")
public final class TaskBudgetLincheckTest {
    private static final long CAP = 5;

    private final TaskBudget task = new TaskBudget(new TaskId("k", "", "t"), 0, Long.MAX_VALUE);

    /** Holds an amount if it fits. */
    @Operation
    public boolean tryHold(@Param(gen = IntGen.class, conf = "1:4") int picoUsd) {
        return task.tryHold(picoUsd, CAP);
    }

    /** Gives back, or books beyond what was held. */
    @Operation
    public void book(@Param(gen = IntGen.class, conf = "-2:2") int picoUsd) {
        task.book(picoUsd);
    }

    /** Reads the word. */
    @Operation
    public long held() {
        return task.heldPicoUsd();
    }

    /** Forgets the task, which no call has touched since. */
    @Operation
    public boolean forget() {
        return task.forget(0);
    }

    @Test
    void isLinearizableInEveryInterleaving() {
        new ModelCheckingOptions()
                .iterations(20)
                .invocationsPerIteration(1_000)
                .threads(3)
                .actorsPerThread(3)
                .check(TaskBudgetLincheckTest.class);
    }

    @Test
    void isLinearizableUnderStress() {
        new StressOptions()
                .iterations(10)
                .invocationsPerIteration(1_000)
                .threads(2)
                .actorsPerThread(4)
                .check(TaskBudgetLincheckTest.class);
    }
}
