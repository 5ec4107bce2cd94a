package io.faregate.bench;

import io.faregate.bench.demo.DemoCommand;
import io.faregate.bench.jmh.GrowthCommand;
import io.faregate.bench.jmh.JmhCommand;
import io.faregate.bench.load.LoadCommand;
import io.faregate.bench.proxy.ProxyCommand;
import io.faregate.bench.sim.SimCommand;
import io.faregate.bench.storm.SoakCommand;
import io.faregate.bench.storm.StormCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry of the bench program: {@code sim} and the other verbs. Exit codes: 0 done, 1 input at fault, 2 wrong usage. */
@Command(
        name = "faregate-bench",
        mixinStandardHelpOptions = true,
        description = "Simulated provider, demonstration, load test and benchmarks.",
        subcommands = {
            SimCommand.class,
            DemoCommand.class,
            LoadCommand.class,
            ProxyCommand.class,
            StormCommand.class,
            SoakCommand.class,
            JmhCommand.class,
            GrowthCommand.class
        })
public final class BenchMain {
    private BenchMain() {}

    /** Runs one verb and exits with its code. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new BenchMain()).execute(args));
    }
}
