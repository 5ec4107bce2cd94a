package io.faregate.bench.demo;

import java.util.SplittableRandom;

/**
 * One agent's task: a few calls, each with more history than the one before. Follows from its number alone. Immutable.
 *
 * @param id the task id
 * @param calls how many calls it takes
 */
record Task(String id, int calls, long seed) {
    private static final int MAX_TOKENS = 800;
    private static final String[] STEPS = {
        "Read the failing test and say what it expects. ",
        "List the files that the change would touch. ",
        "Propose the smallest patch and its risk. ",
        "Check the patch against the style notes. ",
        "Write the commit message for the change. "
    };

    static Task of(int number) {
        SplittableRandom random = new SplittableRandom(0x5EED_0000L + number);
        return new Task("task-" + number, 2 + random.nextInt(4), random.nextLong());
    }

    /** Whether call {@code index} asks for a stream: one in three does. */
    boolean streamed(int index) {
        return new SplittableRandom(seed + index).nextInt(3) == 0;
    }

    /** Whether the agent is content, when the model that did the work satisfies it with {@code quality}. */
    boolean succeeds(double quality) {
        return new SplittableRandom(seed ^ 0x0DDBA11L).nextDouble() < quality;
    }

    /** The body of call {@code index} on {@code route}; an agent waits for nothing but the whole answer. */
    String body(String route, int index) {
        StringBuilder body = new StringBuilder(2048)
                .append("{\"model\":\"")
                .append(route)
                .append(
                        "\",\"messages\":[{\"role\":\"system\",\"content\":\"You repair software, one step at a time. ");
        SplittableRandom random = new SplittableRandom(seed);
        int sentences = 6 + random.nextInt(16);
        for (int i = 0; i < sentences; i++) {
            body.append(STEPS[random.nextInt(STEPS.length)]);
        }
        body.append("\"}");
        for (int turn = 0; turn <= index; turn++) {
            body.append(",{\"role\":\"user\",\"content\":\"")
                    .append(id)
                    .append(", step ")
                    .append(turn + 1)
                    .append(": ")
                    .append(STEPS[turn % STEPS.length])
                    .append("\"}");
            if (turn < index) {
                body.append(",{\"role\":\"assistant\",\"content\":\"Done, the notes of this step are: ");
                for (int i = random.nextInt(4) + 2; i > 0; i--) {
                    body.append(STEPS[random.nextInt(STEPS.length)]);
                }
                body.append("\"}");
            }
        }
        body.append("],\"max_tokens\":").append(MAX_TOKENS);
        return body.append(streamed(index) ? ",\"stream\":true}" : "}").toString();
    }
}
