package io.faregate.router.limits;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However calls interleave, no more are inside than there are places, and none keeps a place or is forgotten. */
@Tag("slow")
public final class ConcurrencyGateLincheckTest {
    private final ConcurrencyGate gate = new ConcurrencyGate(1, 1);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicInteger expected = new AtomicInteger();

    /** A call that waits for its place. */
    @Operation
    public void call() {
        GatedCall call = new GatedCall(gate, inside, most, served);
        if (!call.pass.refused()) {
            expected.incrementAndGet();
            call.mayRun();
        }
    }

    /** A call whose client goes away if it has to wait. */
    @Operation
    public void callWithoutPatience() {
        GatedCall call = new GatedCall(gate, inside, most, served);
        if (call.pass.atOnce()) {
            expected.incrementAndGet();
            call.mayRun();
        } else {
            call.pass.leave();
            GatedCall.runHanded();
        }
    }

    /** Nobody is inside when all have gone, and all who waited were served. */
    @Validate
    public void isEmptyAtTheEnd() {
        if (gate.inside() != 0 || gate.waiting() != 0 || most.get() > 1 || served.get() != expected.get()) {
            throw new IllegalStateException("inside=" + gate.inside() + " waiting=" + gate.waiting() + " most=" + most
                    + " served=" + served + " expected=" + expected);
        }
    }

    @Test
    void holdsInEveryInterleaving() {
        new ModelCheckingOptions()
                .iterations(20)
                .invocationsPerIteration(2_000)
                .threads(3)
                .actorsPerThread(2)
                .check(ConcurrencyGateLincheckTest.class);
    }
}
