package io.faregate.analytics.simulate;

import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.simulate.Scenario.Entry;
import io.faregate.analytics.simulate.Scenario.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A scenario of one's own, from options; a null option takes the default beside it. */
final class OwnScenario {
    @Option(names = "--share", paramLabel = "X", description = "the challenger's share, 0 to 1 (0.05)")
    @Nullable
    Double share;

    @Option(names = "--saving", paramLabel = "X", description = "the challenger's true saving, a fraction (0)")
    @Nullable
    Double saving;

    @Option(names = "--sigma", paramLabel = "X", description = "spread of the log cost (1.0)")
    @Nullable
    Double sigma;

    @Option(names = "--challenger-sigma", paramLabel = "X", description = "the challenger's own (as --sigma)")
    @Nullable
    Double challengerSigma;

    @Option(
            names = "--blow-up",
            arity = "2",
            paramLabel = "X",
            description = "share of the challenger's tasks that blow up, and by which factor")
    double @Nullable [] blowUp;

    @Option(
            names = "--failures",
            arity = "2",
            paramLabel = "X",
            description = "failure rates of primary and challenger")
    double @Nullable [] failures;

    @Option(names = "--errors", arity = "2", paramLabel = "X", description = "error rates of primary and challenger")
    double @Nullable [] errors;

    @Option(names = "--drift", paramLabel = "X", description = "daily swing of all costs, a fraction (0)")
    @Nullable
    Double drift;

    @Option(names = "--mix", arity = "2", paramLabel = "X", description = "share of large tasks, and their factor")
    double @Nullable [] mix;

    @Option(names = "--tasks", paramLabel = "N", description = "tasks a run (40000)")
    @Nullable
    Integer tasks;

    @Option(names = "--per-day", paramLabel = "N", description = "tasks a day (2000)")
    @Nullable
    Double perDay;

    @Option(names = "--min-saving", paramLabel = "X", description = "the policy's min_saving (0.05)")
    @Nullable
    Double minSaving;

    @Option(names = "--min-days", paramLabel = "X", description = "the policy's min_days (2)")
    @Nullable
    Double minDays;

    @Option(names = "--tail-stress", paramLabel = "X", description = "the policy's tail_stress (1)")
    @Nullable
    Double tailStress;

    Scenario scenario(long seed) {
        ArmModel primary =
                ArmModel.lognormal(or(sigma, 1)).failing(at(failures, 0)).erring(at(errors, 0), 0);
        ArmModel challenger = ArmModel.lognormal(or(challengerSigma, or(sigma, 1)))
                .failing(at(failures, 1))
                .erring(at(errors, 1), 0);
        double[] tail = blowUp;
        if (tail != null) {
            challenger = challenger.blowingUp(tail[0], tail[1]);
        }
        double[] large = mix;
        return new Scenario(
                "own",
                "a scenario from options",
                or(share, 0.05),
                or(share, 0.05),
                tasks == null ? 40_000 : tasks,
                or(perDay, 2_000),
                primary,
                challenger.costingInTruth(1 - or(saving, 0), primary, Double.POSITIVE_INFINITY),
                new World(
                        or(drift, 0),
                        large == null ? 0 : large[0],
                        large == null ? 1 : large[1],
                        Double.POSITIVE_INFINITY),
                Entry.BY_ASSIGNMENT,
                Policies.of(or(minSaving, 0.05), or(minDays, 2), 28, Policy.Margins.DEFAULT, or(tailStress, 1)),
                seed);
    }

    private static double or(@Nullable Double value, double otherwise) {
        return value == null ? otherwise : value;
    }

    private static double at(double @Nullable [] pair, int index) {
        return pair == null ? 0 : pair[index];
    }
}
