package io.faregate.analytics.simulate;

import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.simulate.Scenario.Entry;
import io.faregate.analytics.simulate.Scenario.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The scenarios that are shipped. A null lies exactly at the margin, where a false verdict is likeliest. */
final class Scenarios {
    private static final double PER_DAY = 2_000;
    private static final double NULL = 0.95;
    private static final double[] SHARES = {0.5, 0.05};
    private static final double[] SIGMAS = {1.0, 1.5};
    private static final double CAP = 30;

    private final List<Scenario> all = new ArrayList<>();
    private long seed = 100;

    private Scenarios() {}

    /** All of them, in the order of the report. */
    static List<Scenario> shipped() {
        Scenarios scenarios = new Scenarios();
        scenarios.nulls();
        scenarios.worlds();
        scenarios.tails();
        scenarios.rates();
        scenarios.costRollbacks();
        scenarios.entries();
        scenarios.splits();
        scenarios.savings();
        return List.copyOf(scenarios.all);
    }

    private void nulls() {
        for (double sigma : SIGMAS) {
            for (double share : SHARES) {
                ArmModel arm = ArmModel.lognormal(sigma);
                add(
                        "null-cost",
                        "true saving is the asked one, cost alone can stop it",
                        share,
                        horizon(share),
                        arm,
                        arm.costing(NULL),
                        World.CALM,
                        Policies.costOnly(1));
            }
        }
        for (double share : SHARES) {
            ArmModel arm = ArmModel.lognormal(1).failing(0.01).erring(0.005, 0.01);
            add(
                    "null-default",
                    "the same under the default policy",
                    share,
                    horizon(share),
                    arm,
                    arm.costing(NULL),
                    World.CALM,
                    Policies.whole());
        }
    }

    private void worlds() {
        ArmModel arm = ArmModel.lognormal(1);
        for (double share : SHARES) {
            add(
                    "null-drift",
                    "costs of both arms swing by half each day",
                    share,
                    horizon(share),
                    arm,
                    arm.costing(NULL),
                    new World(0.5, 0, 1, Double.POSITIVE_INFINITY),
                    Policies.costOnly(1));
            add(
                    "null-mix",
                    "a tenth of all tasks is ten times as large",
                    share,
                    horizon(share),
                    arm,
                    arm.costing(NULL),
                    new World(0, 0.1, 10, Double.POSITIVE_INFINITY),
                    Policies.costOnly(1));
        }
    }

    private void tails() {
        ArmModel arm = ArmModel.lognormal(1);
        World capped = new World(0, 0, 1, CAP);
        for (double share : new double[] {0.05, 0.5}) {
            for (boolean blowUp : new boolean[] {false, true}) {
                String name = blowUp ? "tail-blow-up" : "tail-sigma-1.5";
                String question = blowUp
                        ? "half the cost on 98 % of tasks, 51 times that on 2 %"
                        : "the challenger's costs spread wider";
                ArmModel heavy = blowUp ? arm.blowingUp(0.02, 51) : ArmModel.lognormal(1.5);
                for (double stress : new double[] {1, 3}) {
                    add(
                            name + "-k" + (int) stress,
                            question,
                            share,
                            horizon(share),
                            arm,
                            heavy.costingInTruth(NULL, arm, Double.POSITIVE_INFINITY),
                            World.CALM,
                            Policies.costOnly(stress));
                }
                add(
                        name + "-k3-cap",
                        question + ", capped at 30 means",
                        share,
                        horizon(share),
                        arm,
                        heavy.costingInTruth(NULL, arm, CAP),
                        capped,
                        Policies.costOnly(3));
            }
        }
    }

    private void rates() {
        ArmModel arm = ArmModel.lognormal(1);
        for (double share : new double[] {0.05, 0.5}) {
            add(
                    "fail-10-12",
                    "30 % cheaper, failures at the margin of 2 points",
                    share,
                    40_000,
                    arm.failing(0.10),
                    arm.costing(0.7).failing(0.12),
                    World.CALM,
                    Policies.quality(0.02, 0.2));
        }
        add(
                "error-1-2",
                "30 % cheaper, errors at the margin of 1 point",
                0.05,
                40_000,
                arm.erring(0.01, 0),
                arm.costing(0.7).erring(0.02, 0),
                World.CALM,
                Policies.quality(0.2, 0.01));
        add(
                "error-0.5-1.5",
                "the same with rarer errors",
                0.05,
                40_000,
                arm.erring(0.005, 0),
                arm.costing(0.7).erring(0.015, 0),
                World.CALM,
                Policies.quality(0.2, 0.01));
        Policy five = Policies.quality(0.05, 0.2);
        add(
                "fail-10-50",
                "half of the tasks fail, margin 5 points",
                0.05,
                40_000,
                arm.failing(0.10),
                arm.costing(0.7).failing(0.50),
                World.CALM,
                five);
        add(
                "fail-1-10",
                "ten times the failures, margin 1 point",
                0.05,
                40_000,
                arm.failing(0.01),
                arm.costing(0.7).failing(0.10),
                World.CALM,
                Policies.quality(0.01, 0.2));
        add(
                "fail-10-20",
                "twice the failures, margin 5 points",
                0.05,
                40_000,
                arm.failing(0.10),
                arm.costing(0.7).failing(0.20),
                World.CALM,
                five);
        add(
                "equal-fail-10",
                "30 % cheaper, equal failures, margin 2 points",
                0.5,
                40_000,
                arm.failing(0.10),
                arm.costing(0.7).failing(0.10),
                World.CALM,
                Policies.quality(0.02, 0.2));
    }

    private void costRollbacks() {
        for (double sigma : SIGMAS) {
            for (double share : SHARES) {
                ArmModel arm = ArmModel.lognormal(sigma);
                add(
                        "equal-cost",
                        "equal cost: rolling back is as false as promoting",
                        share,
                        20_000,
                        arm,
                        arm,
                        World.CALM,
                        Policies.costOnly(1));
            }
        }
        ArmModel arm = ArmModel.lognormal(1);
        add("dearer-1.5", "half as dear again", 0.05, 20_000, arm, arm.costing(1.5), World.CALM, Policies.costOnly(1));
        add("dearer-3", "three times as dear", 0.05, 20_000, arm, arm.costing(3), World.CALM, Policies.costOnly(1));
    }

    private void entries() {
        ArmModel arm = ArmModel.lognormal(1);
        for (Entry entry : Entry.values()) {
            for (double factor : new double[] {6, 12, 24}) {
                String name = entry == Entry.WHEN_IDLE ? "idle-entry" : "assigned-entry";
                add(new Scenario(
                        String.format(Locale.ROOT, "%s-%.0fx", name, factor),
                        "the challenger's tasks run longer, at no saving",
                        0.5,
                        0.5,
                        20_000,
                        PER_DAY,
                        arm,
                        arm.costing(NULL).running(factor),
                        World.CALM,
                        entry,
                        Policies.costOnly(1),
                        seed++));
            }
        }
    }

    private void splits() {
        double[][] expectedAndDrawn = {{0.05, 0.10}, {0.05, 0.04}, {0.5, 0.45}};
        ArmModel arm = ArmModel.lognormal(1);
        for (double[] split : expectedAndDrawn) {
            add(new Scenario(
                    String.format(Locale.ROOT, "split-%.0f-%.0f", 100 * split[0], 100 * split[1]),
                    "the split is broken, the challenger 20 % cheaper",
                    split[0],
                    split[1],
                    20_000,
                    PER_DAY,
                    arm,
                    arm.costing(0.8),
                    World.CALM,
                    Entry.BY_ASSIGNMENT,
                    Policies.whole(),
                    seed++));
        }
    }

    private void savings() {
        ArmModel arm = ArmModel.lognormal(1).failing(0.01).erring(0.005, 0.01);
        for (double share : SHARES) {
            for (double saving : new double[] {0.2, 0.3, 0.5}) {
                add(
                        String.format(Locale.ROOT, "saves-%.0f", 100 * saving),
                        "a real saving, equal quality",
                        share,
                        56_000,
                        arm,
                        arm.costing(1 - saving),
                        World.CALM,
                        Policies.whole());
            }
        }
    }

    private static int horizon(double share) {
        return share < 0.2 ? 40_000 : 20_000;
    }

    private void add(
            String name,
            String question,
            double share,
            int tasks,
            ArmModel primary,
            ArmModel challenger,
            World world,
            Policy policy) {
        String full = String.format(Locale.ROOT, "%s-s%.1f-%.0f%%", name, primary.sigma(), 100 * share);
        add(new Scenario(
                full,
                question,
                share,
                share,
                tasks,
                PER_DAY,
                primary,
                challenger,
                world,
                Entry.BY_ASSIGNMENT,
                policy,
                seed++));
    }

    private void add(Scenario scenario) {
        all.add(scenario);
    }
}
