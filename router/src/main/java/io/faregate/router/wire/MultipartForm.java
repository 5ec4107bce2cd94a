package io.faregate.router.wire;

import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Surface;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request as a form with a file in it (RFC 7578), as transcriptions take it: the place of the model's name, so that
 * it alone is replaced. Stateless; linear in the length of the body.
 */
public final class MultipartForm {
    private static final Pattern BOUNDARY = Pattern.compile("boundary=(?:\"([^\"]{1,70})\"|([^;\\s]{1,70}))");
    private static final Pattern NAME =
            Pattern.compile("(?i)content-disposition:[^\\r\\n]*;\\s*name=\"?([^\";\\r\\n]*)");
    private static final byte[] BLANK_LINE = {'\r', '\n', '\r', '\n'};
    private static final int LONGEST_PART_HEAD = 8192;
    private static final int LONGEST_VALUE = 1024;

    private final byte[] body;
    private final byte[] delimiter;
    private int valueStart;
    private int valueEnd;

    private MultipartForm(byte[] body, String boundary) {
        this.body = body;
        this.delimiter = ("--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Reads a form.
     *
     * @throws BadRequest when it is none, names no model or two
     */
    public static ChatRequest scan(byte[] body, @Nullable String contentType, Surface surface) throws BadRequest {
        String type = contentType == null ? "" : contentType;
        Matcher boundary = BOUNDARY.matcher(type);
        if (!type.toLowerCase(Locale.ROOT).startsWith("multipart/form-data") || !boundary.find()) {
            throw new BadRequest("the body must be multipart/form-data with a boundary", null);
        }
        String marker = boundary.group(1) == null ? boundary.group(2) : boundary.group(1);
        return new MultipartForm(body, marker).read(type, surface);
    }

    private ChatRequest read(String contentType, Surface surface) throws BadRequest {
        int modelStart = -1;
        int modelEnd = -1;
        boolean stream = false;
        int at = find(delimiter, 0, body.length);
        while (at >= 0 && !closes(at)) {
            int next = find(delimiter, at + delimiter.length, body.length);
            if (next < 0) {
                throw new BadRequest("the form breaks off", null);
            }
            String name = part(at + delimiter.length, next);
            if (name.equals("model")) {
                if (modelStart >= 0) {
                    throw new BadRequest("model is there twice", "model");
                }
                modelStart = valueStart;
                modelEnd = valueEnd;
            } else if (name.equals("stream")) {
                stream = flag();
            }
            at = next;
        }
        if (at < 0) {
            throw new BadRequest("the body is no form with the boundary that its header names", null);
        }
        if (modelStart < 0 || modelEnd - modelStart > LONGEST_VALUE) {
            throw new BadRequest("model is missing", "model");
        }
        String model = new String(body, modelStart, modelEnd - modelStart, StandardCharsets.UTF_8);
        RouteRequest facts = new RouteRequest(
                surface, model, stream, false, 0, 0, RouteRequest.NOT_ASKED, 1, false, Map.of(), "", false);
        return ChatRequest.form(body, facts, modelStart, modelEnd, contentType);
    }

    private boolean closes(int at) {
        int behind = at + delimiter.length;
        return behind + 1 < body.length && body[behind] == '-' && body[behind + 1] == '-';
    }

    /** The name of a part, and the span of its value; an empty name for what is no part. */
    private String part(int from, int next) {
        int headEnd = find(BLANK_LINE, from, Math.min(next, from + LONGEST_PART_HEAD));
        if (headEnd < 0) {
            return "";
        }
        valueStart = headEnd + BLANK_LINE.length;
        valueEnd = Math.max(valueStart, next - 2);
        Matcher name = NAME.matcher(new String(body, from, headEnd - from, StandardCharsets.UTF_8));
        return name.find() ? name.group(1) : "";
    }

    private boolean flag() throws BadRequest {
        String text = text().toLowerCase(Locale.ROOT);
        if (!text.equals("true") && !text.equals("false")) {
            throw new BadRequest("stream must be true or false", "stream");
        }
        return text.equals("true");
    }

    private String text() {
        int length = Math.min(valueEnd - valueStart, LONGEST_VALUE);
        return new String(body, valueStart, length, StandardCharsets.UTF_8);
    }

    private int find(byte[] what, int from, int to) {
        outer:
        for (int i = from; i <= to - what.length; i++) {
            for (int j = 0; j < what.length; j++) {
                if (body[i + j] != what[j]) {
                    continue outer;
                }
            }
            return i;
        }
        return -1;
    }
}
