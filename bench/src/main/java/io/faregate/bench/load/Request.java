package io.faregate.bench.load;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The bytes of one request, encoded once; only the task id differs from call to call. Not thread-safe. */
final class Request {
    private static final int DIGITS = 12;

    private final byte[] bytes;
    private final int idAt;
    private final int agents;
    private final int callsATask;
    private long calls;

    private Request(byte[] bytes, int idAt, int agents, int callsATask) {
        this.bytes = bytes;
        this.idAt = idAt;
        this.agents = agents;
        this.callsATask = callsATask;
    }

    /** A chat completion with {@code body} to {@code target}, each a task of its own. */
    static Request chat(Target target, String body) {
        return chat(target, body, 1, 1);
    }

    /** As {@link #chat(Target, String)}, from agents who take turns and make some calls for each of their tasks. */
    static Request chat(Target target, String body, int agents, int callsATask) {
        List<String> headers = target.headers();
        StringBuilder head = new StringBuilder(256)
                .append("POST ")
                .append(target.path())
                .append("/chat/completions HTTP/1.1\r\nhost: ")
                .append(target.host())
                .append(':')
                .append(target.port())
                .append("\r\ncontent-type: application/json\r\naccept: */*\r\ncontent-length: ")
                .append(body.getBytes(StandardCharsets.UTF_8).length)
                .append("\r\n");
        headers.forEach(line -> head.append(line).append("\r\n"));
        head.append("x-task-id: ");
        int idAt = head.length();
        head.append("0".repeat(DIGITS)).append("\r\n\r\n").append(body);
        return new Request(head.toString().getBytes(StandardCharsets.UTF_8), idAt, agents, callsATask);
    }

    /** The next call's bytes. */
    Buffer next() {
        byte[] copy = bytes.clone();
        long number = task(calls++);
        for (int i = idAt + DIGITS - 1; i >= idAt; i--) {
            copy[i] = (byte) ('0' + number % 10);
            number /= 10;
        }
        return Buffer.buffer(copy);
    }

    private long task(long call) {
        return call / ((long) agents * callsATask) * agents + call % agents;
    }
}
