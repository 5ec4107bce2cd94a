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
 * @param who who takes part
 * @param callsATask how many calls an agent makes for one task, one after the other; there is an agent a connection
 */
record Scenario(
        String name,
        String title,
        String model,
        String route,
        int connections,
        int perSecond,
        boolean stream,
        Who who,
        int callsATask) {
    /** One whose calls are each a task of its own. */
    Scenario(
            String name,
            String title,
            String model,
            String route,
            int connections,
            int perSecond,
            boolean stream,
            Who who) {
        this(name, title, model, route, connections, perSecond, stream, who, 1);
    }

    /** Who takes part. */
    enum Who {
        /** Direct, bare, the router and every peer. */
        ALL,
        /** Only what a router can do: the router. */
        ROUTER,
        /** Two routers started for it, one whose budgets are its own and one whose budgets are shared. */
        SHARED,
        /** The router, and one whose rows are taken slowly. */
        SLOW_ROWS;

        boolean takesPart(String target) {
            return switch (this) {
                case ALL -> !target.startsWith("faregate-");
                case ROUTER -> target.equals("faregate");
                case SHARED -> target.equals(Arena.OWN) || target.equals(Arena.SHARED);
                case SLOW_ROWS -> target.equals("faregate") || target.equals(Arena.SLOW_ROWS);
            };
        }
    }

    /** Content chunks of the streamed scenario's answer. */
    static final int CHUNKS = 200;

    private static final int PROMPT_BYTES = 1_650;
    private static final String STREAMS = "streams-";
    private static final String SHARED = "shared";

    static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "c1",
                        "plain, 1 connection, open loop at 500/s",
                        "instant",
                        "r-instant",
                        1,
                        500,
                        false,
                        Who.ALL),
                new Scenario(
                        "c16", "plain, 16 connections, closed loop", "instant", "r-instant", 16, 0, false, Who.ALL),
                new Scenario(
                        "c64", "plain, 64 connections, closed loop", "instant", "r-instant", 64, 0, false, Who.ALL),
                new Scenario(
                        "c64-20ms",
                        "plain, 64 connections, upstream 20 ms, open loop at 1500/s",
                        "ms20",
                        "r-ms20",
                        64,
                        1_500,
                        false,
                        Who.ALL),
                new Scenario(
                        "c1000-60ms",
                        "plain, 1,000 connections, upstream 60 ms, open loop at 3000/s",
                        "ms60",
                        "r-ms60",
                        1_000,
                        3_000,
                        false,
                        Who.ALL),
                new Scenario(
                        "sse",
                        "stream of 200 chunks, 16 connections, closed loop",
                        "chunks",
                        "r-chunks",
                        16,
                        0,
                        true,
                        Who.ALL),
                new Scenario(
                        "mixed",
                        "plain, 64 connections, 10 % of upstream calls fail, open loop at 1000/s",
                        "flaky-a",
                        "r-flaky",
                        64,
                        1_000,
                        false,
                        Who.ROUTER),
                streams(100),
                streams(1_000),
                streams(5_000),
                shared(SHARED, "10 calls a task", 10),
                shared(SHARED + "-tasks", "each call a task", 1),
                new Scenario(
                        "slow-rows",
                        "plain, 64 connections, rows into a pipe read 64 KiB every 60 ms, open loop at 500/s",
                        "instant",
                        "r-instant",
                        64,
                        500,
                        false,
                        Who.SLOW_ROWS));
    }

    private static Scenario shared(String name, String tasks, int callsATask) {
        String title = "plain, 64 connections, " + tasks + ", budgets shared on Redis against its own, closed loop";
        return new Scenario(name, title, "instant", "r-instant", 64, 0, false, Who.SHARED, callsATask);
    }

    /** So many streams open at once, each with a chunk every 100 ms for five seconds. */
    private static Scenario streams(int open) {
        String title = "streams of 50 chunks, one each 100 ms, " + open + " open, closed loop";
        return new Scenario(STREAMS + open, title, "paced", "r-paced", open, 0, true, Who.ALL);
    }

    /** Whether it runs only when it is asked for by name: it is one size of a growth, or a worst case. */
    boolean growth() {
        return name.startsWith(STREAMS) || (who == Who.SHARED && callsATask == 1);
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
