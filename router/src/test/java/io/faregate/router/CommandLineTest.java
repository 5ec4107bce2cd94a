package io.faregate.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The verbs that call nobody, as a user sees them. */
final class CommandLineTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aGoodFileIsToldInALine() throws IOException {
        Path file = write(
                "good.yaml",
                "targets: [ { virtual_key: groq, model: m, price: { input: 1, output: 1 } } ]\nroutes: { r: { targets: [groq] } }\n");

        assertThat(run("validate", file.toString())).isZero();
        assertThat(out).hasToString(file + ": ok, 0 of 1 targets registered, 1 named routes\n");
        assertThat(err)
                .hasToString("warning: " + file
                        + ":1: targets[0]: target groq is not registered and never called: GROQ_API_KEY is not set\n");
    }

    @Test
    void anAdminKeyThatIsNotSetIsAWarning() throws IOException {
        Path file = write("auth.yaml", "auth:\n  admin_key_env: ADMIN\n");

        assertThat(run("validate", file.toString())).isZero();
        assertThat(err)
                .hasToString(
                        "warning: " + file
                                + ":2: auth.admin_key_env: found ADMIN, a variable that is not set, so nobody may use /admin\n");
    }

    @Test
    void aFaultyFileIsToldWithEveryFaultAndEndsWith1() throws IOException {
        Path file = write("bad.yaml", "budgetz: {}\nserver: { port: x }\n");

        assertThat(run("validate", file.toString())).isEqualTo(1);
        assertThat(err.toString().lines())
                .containsExactly(
                        file + ":1: budgetz: found an unknown key, expected budgets",
                        file + ":2: server.port: found \"x\", expected a whole number from 0 to 65535");
    }

    @Test
    void aMissingFileEndsWith1() {
        Path file = folder.resolve("none.yaml");

        assertThat(run("validate", file.toString())).isEqualTo(1);
        assertThat(err).hasToString(file + ": found no such file\n");
    }

    /** One that was emptied, or caught while it is written, would open the router to everybody without a cap. */
    @ParameterizedTest
    @ValueSource(strings = {"", " \n\n", "# later\n", "---\n...\n", "null\n"})
    void anEmptyFileEndsWith1(String text) throws IOException {
        Path file = write("empty.yaml", text);
        String told = file + ": found an empty file, expected a configuration; {} is the one that sets nothing\n";

        assertThat(run("validate", file.toString())).isEqualTo(1);
        assertThat(err).hasToString(told);
        assertThat(run("router", "--config", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains(told);
    }

    @Test
    void aFileThatSetsNothingIsTakenAndToldWhatThatMeans() throws IOException {
        Path file = write("nothing.yaml", "{}\n");

        assertThat(run("validate", file.toString())).isZero();
        assertThat(err)
                .hasToString(
                        "warning: " + file + ": found no target, route, key or budget, so every registered provider"
                                + " is called, for everybody and without a cap\n");
    }

    @Test
    void bytesThatAreNoTextEndWith1() throws IOException {
        Path file = Files.write(folder.resolve("bytes.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

        assertThat(run("validate", file.toString())).isEqualTo(1);
        assertThat(err).hasToString(file + ": found bytes that are not UTF-8 text\n");
    }

    @Test
    void oldCallsAreReckonedUnderAnotherFileWithoutItsKeys() throws IOException {
        Path file = write("new.yaml", """
                providers: { x: { base_url: "http://x.example", api_key_env: X_KEY, dialect: openai } }
                targets: [ { name: a, virtual_key: x, model: m, price: { input: 1, output: 2 } } ]
                routes: { r: { mode: single, targets: [a] } }
                """);
        write("usage-20260820-10-box.jsonl", """
                {"schema":1,"type":"call","row_id":"1","ts":"2026-08-20T10:00:00Z","requested_model":"r","target":"a",\
                "provider":"x","model":"m","input_tokens":10,"output_tokens":5,"cost_usd":0.00004}
                torn
                """);

        assertThat(run(
                        "replay",
                        "--config",
                        file.toString(),
                        "--from",
                        "2026-08-20",
                        "--to",
                        "2026-08-21",
                        "--rows",
                        folder.toString()))
                .isZero();
        assertThat(err).hasToString("reckoned as if set: X_KEY\nreplay 2 rows of 1 files in " + folder + "\n");
        assertThat(out.toString())
                .contains("\nm               1   $0.00004       $0.00002  -50.0 %          1        $0.00002\n")
                .contains("- 1 lines are no rows and were passed over.");
        assertThat(run(
                        "replay",
                        "--config",
                        file.toString(),
                        "--from",
                        "2026-08-20",
                        "--to",
                        "2026-08-20T01:00:00Z",
                        "--rows",
                        folder.toString()))
                .isEqualTo(1);
        assertThat(err.toString())
                .endsWith(folder + ": found no call from 2026-08-20T00:00:00Z to 2026-08-20T01:00:00Z\n");
        assertThat(run("replay", "--config", file.toString(), "--from", "2026-08-21", "--to", "2026-08-20"))
                .isEqualTo(1);
        assertThat(run("replay", "--config", file.toString(), "--from", "soon", "--to", "2026-08-20"))
                .isEqualTo(1);
        assertThat(run("replay")).isEqualTo(2);
    }

    @Test
    void wrongUsageEndsWith2() {
        assertThat(run()).isEqualTo(2);
        assertThat(run("validate")).isEqualTo(2);
        assertThat(run("no-such-verb")).isEqualTo(2);
        assertThat(run("validate", "--no-such-option")).isEqualTo(2);
        assertThat(run("catalog")).isEqualTo(2);
    }

    @Test
    void helpAndVersionEndWith0() {
        assertThat(run("--help")).isZero();
        assertThat(run("validate", "--help")).isZero();
        assertThat(run("catalog", "--help")).isZero();
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).contains("Usage: faregate", "Exit codes:", "faregate ");
    }

    @Test
    void tellsWhatAModelCostsAndWhereThatIsFrom() {
        assertThat(run("catalog", "deepseek/deepseek-flash")).isZero();
        assertThat(out.toString().lines())
                .startsWith(
                        "deepseek/deepseek-flash (chat)",
                        "  input $0.3 per million tokens",
                        "  output $1.2 per million tokens",
                        "  cached input $0.006 per million tokens",
                        "  outside the peak hours 01:00-04:00 and 06:00-10:00 UTC, Monday to Friday: input $0.15, "
                                + "output $0.6, cached input $0.003")
                .anyMatch(line -> line.startsWith(
                        "  from the built-in catalog (the vendor's pages) as of 2026-10-27, price version "));
    }

    @Test
    void aBareNameTellsEveryProviderOfIt() {
        assertThat(run("catalog", "whisper-1")).isZero();
        assertThat(out.toString()).contains("azure/whisper-1 (", "openai/whisper-1 (", "$0.006 a minute");
    }

    @Test
    void anUnknownModelEndsWith1AndTellsNearNames() {
        assertThat(run("catalog", "gpt5.4")).isEqualTo(1);
        assertThat(err)
                .hasToString("gpt5.4: found no such model in the catalog; near it: azure/gpt-5.4, openai/gpt-5.4, "
                        + "azure_ai/gpt-5.4\n");
    }

    @Test
    void theOverlayBesideTheConfigurationCounts() throws IOException {
        Path file = write("faregate.yaml", "catalog: { overlay: mine.json }\n");
        write("mine.json", "{\"models\": {\"own/thing\": {\"price\": {\"in\": \"0.0000001\", \"out\": \"2\"}}}}");

        assertThat(run("catalog", "--json", "--config", file.toString(), "own/thing"))
                .isZero();
        assertThat(out.toString()).contains("\"input\" : 0.0000001", "\"output\" : 2", "\"overlaid\" : true");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private int run(String... args) {
        CommandLine line = Faregate.commandLine(Map.of());
        line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return line.execute(args);
    }
}
