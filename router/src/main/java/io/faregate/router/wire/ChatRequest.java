package io.faregate.router.wire;

import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Surface;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A client's request: its bytes, the facts a decision needs, and where its members lie. Immutable; every attempt is
 * made from the same untouched bytes.
 *
 * <p>Despite the name it is the body of any surface; most are JSON, some are forms.
 */
public final class ChatRequest {
    /** What happens to {@code stream_options} on the way up. */
    public enum StreamUsage {
        /** As the client sent it. */
        AS_SENT,
        /** Usage is asked for, whatever the client said; its other options stay. */
        ASK,
        /** Left out, for a provider that refuses it. */
        LEAVE_OUT
    }

    /** No maximum is set by the router. */
    public static final long NO_MAXIMUM = -1;

    private static final byte[] USAGE_ASKED = "{\"include_usage\":true}".getBytes(StandardCharsets.US_ASCII);

    private final byte[] body;
    private final RouteRequest facts;
    private final Members members;
    private final Extras extras;
    private final @Nullable Form form;

    ChatRequest(byte[] body, RouteRequest facts, Members members, Extras extras) {
        this(body, facts, members, extras, null);
    }

    private ChatRequest(byte[] body, RouteRequest facts, Members members, Extras extras, @Nullable Form form) {
        this.body = body;
        this.facts = facts;
        this.members = members;
        this.extras = extras;
        this.form = form;
    }

    /** A request that is a form, with the place of the model's name in it. */
    static ChatRequest form(byte[] body, RouteRequest facts, int modelStart, int modelEnd, String contentType) {
        return new ChatRequest(body, facts, new Members(), Extras.NONE, new Form(modelStart, modelEnd, contentType));
    }

    /** The type of the body when it is a form, null when it is JSON. */
    public @Nullable String formType() {
        return form == null ? null : form.contentType();
    }

    /** The form with another model; only for forms. */
    public ByteSlices formFor(String model) {
        if (form == null) {
            throw new IllegalStateException("no form");
        }
        return new ByteSlices()
                .add(body, 0, form.modelStart())
                .add(model.getBytes(StandardCharsets.UTF_8))
                .add(body, form.modelEnd(), body.length - form.modelEnd());
    }

    /** Characters of the prompt, tools included. */
    public long codePoints() {
        return extras.codePoints();
    }

    /** What a scan finds beside the facts of the decision. */
    record Extras(
            @Nullable String serviceTier,
            @Nullable String effort,
            boolean emptyTools,
            StreamOptions options,
            long codePoints) {
        static final Extras NONE = new Extras(null, null, false, StreamOptions.NONE, 0);
    }

    /** Where a form has the model's name. */
    private record Form(int modelStart, int modelEnd, String contentType) {}

    /** What the client's {@code stream_options} say. */
    record StreamOptions(boolean usageAsked, int valueStart, int valueEnd, boolean hasOthers) {
        static final StreamOptions NONE = new StreamOptions(false, -1, -1, false);
    }

    /** The client's bytes; not to be changed. */
    public byte[] body() {
        return body;
    }

    /** What a decision needs to know. */
    public RouteRequest facts() {
        return facts;
    }

    /** The service tier asked for, or null. */
    public @Nullable String serviceTier() {
        return extras.serviceTier();
    }

    /** The reasoning effort asked for, or null. */
    public @Nullable String effort() {
        return extras.effort();
    }

    /** The spelling of a member at the top, or null without it. */
    public @Nullable String member(String name) {
        return members.spelling(body, name);
    }

    /** The bytes of a member at the top, copied, or null without it. */
    public byte @Nullable [] memberBytes(String name) {
        int index = members.indexOf(body, name);
        return index < 0 ? null : Arrays.copyOfRange(body, members.valueStart(index), members.valueEnd(index));
    }

    /** Whether there is such a member at the top. */
    public boolean has(String name) {
        return members.indexOf(body, name) >= 0;
    }

    /** A fresh edit of the untouched body. Tools that are none go, and what hangs on them: providers refuse them. */
    public ObjectEdit edit() {
        ObjectEdit edit = new ObjectEdit(body, 0, body.length, members);
        if (extras.emptyTools()) {
            edit.drop("tools").drop("tool_choice").drop("parallel_tool_calls");
            edit.drop("functions").drop("function_call");
        }
        return edit;
    }

    /**
     * The body for an upstream that speaks as the client does.
     *
     * @param model the name the provider knows
     * @param maxTokens a maximum to set, or {@link #NO_MAXIMUM}
     */
    public ByteSlices splice(String model, long maxTokens, StreamUsage usage) {
        ObjectEdit edit = edit();
        edit.set("model", JsonOut.quote(model));
        if (maxTokens != NO_MAXIMUM) {
            edit.set(maximumName(), Long.toString(maxTokens));
        }
        streamUsage(edit, usage);
        return edit.slices();
    }

    /** The member that states the maximum: the client's, else the one of the surface. */
    public String maximumName() {
        return switch (facts.surface()) {
            case RESPONSES -> "max_output_tokens";
            case CHAT -> has("max_completion_tokens") ? "max_completion_tokens" : "max_tokens";
            default -> "max_tokens";
        };
    }

    /** Applies the choice about {@code stream_options} where the surface knows them and a stream is asked for. */
    public void streamUsage(ObjectEdit edit, StreamUsage usage) {
        boolean known = facts.surface() == Surface.CHAT || facts.surface() == Surface.COMPLETIONS;
        if (!known || !facts.stream() || usage == StreamUsage.AS_SENT) {
            return;
        }
        if (usage == StreamUsage.LEAVE_OUT) {
            edit.drop("stream_options");
        } else if (!extras.options().usageAsked()) {
            edit.set("stream_options", merged(extras.options()));
        }
    }

    private byte[] merged(StreamOptions options) {
        int index = members.indexOf(body, "stream_options");
        if (index < 0 || body[members.valueStart(index)] != '{') {
            return USAGE_ASKED;
        }
        int from = members.valueStart(index);
        int to = members.valueEnd(index);
        ByteSlices out = new ByteSlices();
        if (options.valueStart() >= 0) {
            out.add(body, from, options.valueStart() - from).add("true".getBytes(StandardCharsets.US_ASCII));
            out.add(body, options.valueEnd(), to - options.valueEnd());
        } else {
            String open = "{\"include_usage\":true" + (options.hasOthers() ? "," : "");
            out.add(open.getBytes(StandardCharsets.US_ASCII)).add(body, from + 1, to - from - 1);
        }
        return out.toByteArray();
    }
}
