package io.faregate.analytics.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine;

/**
 * What a command said and how it ended.
 *
 * @param out of standard output
 * @param err of standard error
 */
public record Captured(int exit, String out, String err) {
    /** Runs a command with its streams caught. */
    public static Captured run(Object command, List<String> arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ByteArrayOutputStream complained = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, UTF_8));
        System.setErr(new PrintStream(complained, true, UTF_8));
        try {
            int exit = new CommandLine(command).execute(arguments.toArray(new String[0]));
            return new Captured(exit, said.toString(UTF_8), complained.toString(UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
