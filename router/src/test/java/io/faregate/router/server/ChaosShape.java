package io.faregate.router.server;

import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Conversation;
import io.faregate.router.testing.StubUpstream.Answer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The ways in which a provider fails, as plain and as streamed answers, and what the router is to make of each. */
enum ChaosShape {
    REFUSED("connection", Answers.reset(), Charge.NOTHING, 502, "upstream_unreachable", 0),
    RESET("connection", Answers.reset(), Charge.ALL, 502, "upstream_unreachable", 0),
    HANG_UP("connection", Answers.hangUp(), Charge.ALL, 502, "upstream_unreachable", 0),
    NO_HTTP("connection", raw("\u0001\u0002 nonsense\r\n\r\n"), Charge.ALL, 502, "upstream_unreachable", 0),
    MUTE("timeout", Answers.silence(), Charge.ALL, 504, "upstream_timeout", 0),
    LIMITED("rate_limited", Answers.error(429, "x", "slow down"), Charge.NOTHING, 429, "rate_limited", 429),
    BUSY("queue_full", Answers.error(503, "x", "overloaded"), Charge.NOTHING, 429, "queue_full", 503),
    BROKEN("upstream_5xx", Answers.error(500, "x", "x"), Charge.NOTHING, 502, "upstream_error", 500),
    PAGE("upstream_5xx", Answers.status(524, "<html>x</html>"), Charge.NOTHING, 502, "upstream_error", 524),
    REDIRECT("upstream_5xx", Answers.status(302, "", "location: /"), Charge.NOTHING, 502, "upstream_error", 302),
    BAD_KEY("auth", Answers.error(401, "x", "x"), Charge.NOTHING, 502, "upstream_auth", 401),
    NO_MONEY("quota_exhausted", Answers.error(402, "x", "x"), Charge.NOTHING, 429, "upstream_quota", 402),
    NO_MODEL("model_missing", Answers.error(404, "x", "x"), Charge.NOTHING, 404, "model_not_found", 404),
    EMPTY(
            form(Answers.status(200, ""), "upstream_5xx", Charge.NOTHING),
            form(Answers.events("[DONE]"), "upstream_5xx", Charge.NOTHING),
            502,
            "upstream_error",
            200,
            null),
    GOOD_STATUS_BAD_NEWS(
            form(Answers.status(200, Texts.TOLD), "rate_limited", Charge.NOTHING),
            form(Answers.events(Texts.TOLD), "rate_limited", Charge.NOTHING),
            429,
            "rate_limited",
            200,
            null),
    CUT(
            form(cut(Answers.WHOLE.substring(0, 90)), "upstream_5xx", Charge.LOST),
            form(Answers.eventsThenCut(Answers.TEXT), "upstream_5xx", Charge.SOME),
            502,
            "upstream_error",
            200,
            "stream_truncated"),
    STALLED(
            form(half(Answers.WHOLE.substring(0, 90)), "timeout", Charge.LOST),
            form(Answers.eventsThenSilence(Answers.TEXT), "timeout", Charge.SOME),
            504,
            "upstream_timeout",
            200,
            "stream_stalled"),
    FAILED_INSIDE(
            form(Answers.status(200, Answers.WHOLE.replace("\"stop\"", "\"error\"")), "upstream_5xx", Charge.NOTHING),
            form(Answers.events(Answers.TEXT, "{\"error\":{\"message\":\"x\"}}"), "upstream_5xx", Charge.SOME),
            502,
            "upstream_error",
            200,
            "stream_error"),
    UNFINISHED(
            form(Answers.status(200, Answers.WHOLE.substring(0, 90)), "upstream_5xx", Charge.LOST),
            form(Answers.events(Answers.TEXT), "upstream_5xx", Charge.SOME),
            502,
            "upstream_error",
            200,
            "stream_truncated"),
    TORN(
            form(torn(Answers.WHOLE.substring(0, 90)), "upstream_5xx", Charge.LOST),
            form(torn("data: " + Answers.TEXT + "\n\ndata: {\"choices\":[{"), "upstream_5xx", Charge.SOME),
            502,
            "upstream_error",
            200,
            "stream_truncated");

    /** What the budgets are charged for the attempt. */
    enum Charge {
        NOTHING,
        /** The reservation; nothing of an answer has come, so the row's cost stays known. */
        ALL,
        /** The reservation; what the answer cost is lost, and with it the cost of the row. */
        LOST,
        /** What has come. */
        SOME
    }

    private record Form(Answer answer, String failureClass, Charge charge) {}

    private static final class Texts {
        static final String TOLD = "{\"error\":{\"message\":\"Rate limit exceeded\",\"code\":429}}";
    }

    @SuppressWarnings("ImmutableEnumChecker") // an answer is a function without state
    private final Form plain;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Form stream;
    /** What the client gets when nobody is left. */
    final int status;

    final String code;
    /** The status that the provider sent. */
    final int received;

    private final @Nullable String streamCode;

    ChaosShape(String failureClass, Answer answer, Charge charge, int status, String code, int received) {
        this(form(answer, failureClass, charge), form(answer, failureClass, charge), status, code, received, null);
    }

    ChaosShape(Form plain, Form stream, int status, String code, int received, @Nullable String streamCode) {
        this.plain = plain;
        this.stream = stream;
        this.status = status;
        this.code = code;
        this.received = received;
        this.streamCode = streamCode;
    }

    private static Form form(Answer answer, String failureClass, Charge charge) {
        return new Form(answer, failureClass, charge);
    }

    private static Answer raw(String text) {
        return conversation -> {
            conversation.say(text);
            conversation.close();
        };
    }

    private static void begin(Conversation conversation, String json) throws IOException {
        conversation.say("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n" + json);
    }

    private static Answer cut(String json) {
        return conversation -> {
            begin(conversation, json);
            conversation.close();
        };
    }

    private static Answer half(String json) {
        return conversation -> {
            begin(conversation, json);
            conversation.awaitClosed();
        };
    }

    /** A chunked body whose coding breaks. */
    private static Answer torn(String text) {
        String type = text.startsWith("data:") ? "text/event-stream" : "application/json";
        return conversation -> {
            conversation.say("HTTP/1.1 200 OK\r\ncontent-type: " + type + "\r\ntransfer-encoding: chunked\r\n\r\n");
            conversation.piece(text);
            conversation.say("no length\r\n");
            conversation.close();
        };
    }

    Answer answer(boolean streamed) {
        return (streamed ? stream : plain).answer();
    }

    String failureClass(boolean streamed) {
        return (streamed ? stream : plain).failureClass();
    }

    Charge charge(boolean streamed) {
        return (streamed ? stream : plain).charge();
    }

    /** Whether a stream of it has content before it fails, after which nobody else may be asked. */
    boolean breaksAfterContent() {
        return streamCode != null;
    }

    /** What the client of a broken stream is told. */
    String streamCode() {
        return streamCode == null ? "" : streamCode;
    }

    /** Whether it is noticed by a bound in time, so that it costs a test's time. */
    boolean slow() {
        return this == MUTE || this == STALLED;
    }
}
