package io.faregate.router.limits;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The window is linearizable: requests from several loops look as if they came one after the other. */
@Tag("slow")
public final class RequestWindowLincheckTest {
    private static final long STEP_NANOS = RequestWindow.WINDOW_NANOS / 2;

    private final RequestWindow window = new RequestWindow(2);

    /** Takes a place at one of a few instants half a minute apart. */
    @Operation
    public boolean tryTake(@Param(gen = IntGen.class, conf = "0:4") int step) {
        return window.tryTake(step * STEP_NANOS);
    }

    @Test
    void isLinearizableInEveryInterleaving() {
        new ModelCheckingOptions()
                .iterations(30)
                .invocationsPerIteration(2_000)
                .threads(3)
                .actorsPerThread(3)
                .check(RequestWindowLincheckTest.class);
    }
}
