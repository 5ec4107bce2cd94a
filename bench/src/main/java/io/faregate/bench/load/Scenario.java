package io.faregate.bench.load;

import java.util.List;

/**
 * One shape of load. Immutable.
 *
 * @param name what {@code --only} picks it by
 * @param title what it is
 * @param model the simulated model that direct, bare and peers are asked for
 * @param route the route that Faregate is asked for
 * @param connections how many
 * @param perSecond rate of the open loop, 0 for a closed one
 * @param stream whether the answer is a stream
 * @param faregateOnly true where only a router can do it
 */
record Scenario(
        String name,
        String title,
        String model,
        String route,
        int connections,
        int perSecond,
        boolean stream,
        boolean faregateOnly) {
    /** Content chunks of the streamed scenario's answer. */
    static final int CHUNKS = 200;

    private static final int PROMPT_BYTES = 1_650;

    static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "c1", "plain, 1 connection, open loop at 500/s", "instant", "r-instant", 1, 500, false, false),
                new Scenario("c16", "plain, 16 connections, closed loop", "instant", "r-instant", 16, 0, false, false),
                new Scenario("c64", "plain, 64 connections, closed loop", "instant", "r-instant", 64, 0, false, false),
                new Scenario(
                        "c64-20ms",
                        "plain, 64 connections, upstream 20 ms, open loop at 1500/s",
                        "ms20",
                        "r-ms20",
                        64,
                        1_500,
                        false,
                        false),
                new Scenario(
                        "c1000-60ms",
                        "plain, 1,000 connections, upstream 60 ms, open loop at 3000/s",
                        "ms60",
                        "r-ms60",
                        1_000,
                        3_000,
                        false,
                        false),
                new Scenario(
                        "sse",
                        "stream of 200 chunks, 16 connections, closed loop",
                        "chunks",
                        "r-chunks",
                        16,
                        0,
                        true,
                        false),
                new Scenario(
                        "mixed",
                        "plain, 64 connections, 10 % of upstream calls fail, open loop at 1000/s",
                        "flaky-a",
                        "r-flaky",
                        64,
                        1_000,
                        false,
                        true));
    }

    /** A request of 1.8 KB with its head. */
    String body(boolean faregate) {
        StringBuilder prompt = new StringBuilder(PROMPT_BYTES);
        while (prompt.length() < PROMPT_BYTES - 100) {
            prompt.append("Read the failing test and say what it expects. ");
        }
        return "{\"model\":\"" + (faregate ? route : model) + "\",\"messages\":[{\"role\":\"user\",\"content\":\""
                + prompt + "\"}],\"max_tokens\":256" + (stream ? ",\"stream\":true}" : "}");
    }
}
