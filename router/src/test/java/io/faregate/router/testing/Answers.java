package io.faregate.router.testing;

import io.faregate.router.testing.StubUpstream.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** The usual answers of a {@link StubUpstream}: 10 tokens in, 5 out. Stateless. */
public final class Answers {
    /** A whole answer. */
    public static final String WHOLE =
            "{\"id\":\"i\",\"object\":\"chat.completion\",\"created\":7,\"model\":\"theirs\","
                    + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"Hello\"},"
                    + "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}}";

    /** A chunk with text. */
    public static final String TEXT = chunk("{\"content\":\"Hello\"}", "null");

    /** A chunk with the finish. */
    public static final String FINISH = chunk("{}", "\"stop\"");

    /** The chunk with the usage. */
    public static final String USAGE = "{\"id\":\"i\",\"object\":\"chat.completion.chunk\",\"created\":7,"
            + "\"model\":\"theirs\",\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5}}";

    private static final String EVENTS_HEAD =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

    private Answers() {}

    private static String chunk(String delta, String finish) {
        return "{\"id\":\"i\",\"object\":\"chat.completion.chunk\",\"created\":7,\"model\":\"theirs\","
                + "\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + finish + "}]}";
    }

    /** A whole answer of that status. */
    public static Answer status(int status, String body, String... headers) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Status\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        head.append("content-type: application/json\r\ncontent-length: ")
                .append(length)
                .append("\r\n\r\n");
        return conversation -> conversation.say(head + body);
    }

    /** An error in the usual envelope. */
    public static Answer error(int status, String code, String message, String... headers) {
        return status(status, "{\"error\":{\"message\":\"" + message + "\",\"code\":\"" + code + "\"}}", headers);
    }

    /** A whole good answer. */
    public static Answer whole() {
        return status(200, WHOLE);
    }

    /** A whole good answer, once the gate is open. */
    public static Answer wholeAfter(CountDownLatch gate) {
        return conversation -> {
            gate.await();
            whole().to(conversation);
        };
    }

    /** A stream of these data, ended by the framing; {@code [DONE]} is one of them where it is wanted. */
    public static Answer events(String... data) {
        return conversation -> {
            begin(conversation, data);
            conversation.say("0\r\n\r\n");
        };
    }

    /** A good stream. */
    public static Answer stream() {
        return events(TEXT, FINISH, USAGE, "[DONE]");
    }

    /** These data, then silence until the router has gone. */
    public static Answer eventsThenSilence(String... data) {
        return conversation -> {
            begin(conversation, data);
            conversation.awaitClosed();
        };
    }

    /** These data, then an end of the connection in the middle of the body. */
    public static Answer eventsThenCut(String... data) {
        return conversation -> {
            begin(conversation, data);
            conversation.close();
        };
    }

    private static void begin(Conversation conversation, String... data) throws IOException {
        conversation.say(EVENTS_HEAD);
        for (String each : data) {
            conversation.piece("data: " + each + "\n\n");
        }
    }

    /** Begins a stream and sends text for as long as it is taken. */
    public static Answer endless(AtomicLong sentBytes) {
        String event = "data: " + chunk("{\"content\":\"" + "x".repeat(8_000) + "\"}", "null") + "\n\n";
        return conversation -> {
            conversation.say(EVENTS_HEAD);
            while (true) {
                conversation.piece(event);
                sentBytes.addAndGet(event.length());
            }
        };
    }

    /** No answer until the router has gone. */
    public static Answer silence() {
        return Conversation::awaitClosed;
    }

    /** A reset before any answer. */
    public static Answer reset() {
        return Conversation::reset;
    }

    /** An end before any answer. */
    public static Answer hangUp() {
        return Conversation::close;
    }
}
