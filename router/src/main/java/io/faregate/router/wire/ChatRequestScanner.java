package io.faregate.router.wire;

import io.faregate.router.catalog.Capability;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Surface;
import io.faregate.router.wire.ChatRequest.StreamOptions;
import io.faregate.router.wire.JsonCursor.Token;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a client's body in one pass, without a tree: the facts of the decision and the places of the members. Not
 * thread-safe; made once for an event loop, because it keeps its working memory. Linear in the length of the body,
 * whatever is in it.
 *
 * <p>Refused: what is no JSON object, keys said twice at any level (one reader would obey the first, another the
 * last), bytes that are no UTF-8, nesting above {@link JsonCursor#MAX_DEPTH}, and members of the wrong type where a
 * decision hangs on them. Everything else is the provider's to judge.
 */
public final class ChatRequestScanner {
    private static final long CODE_POINTS_PER_TOKEN = 4;
    private static final long TOKENS_PER_PICTURE = 1000;
    private static final int METADATA_MEMBERS = 64;

    private final OpenKeys openKeys;
    private final JsonCursor cursor;
    private final PromptScanner prompt;

    private @Nullable String model;
    private boolean stream;
    private long maxTokens;
    private long maxCompletionTokens;
    private long answers;
    private boolean effortNone;
    private @Nullable String effort;
    private @Nullable String serviceTier;
    private boolean continuable;
    private boolean messagesGiven;
    private StreamOptions options = StreamOptions.NONE;
    private Map<String, String> metadata = Map.of();

    /** A scanner whose key table is salted with a number that clients cannot know. */
    public ChatRequestScanner(long hashSeed) {
        openKeys = new OpenKeys(hashSeed);
        cursor = new JsonCursor(true, openKeys);
        prompt = new PromptScanner(cursor);
    }

    /**
     * Reads a body.
     *
     * @param userText whether the text of user turns is wanted, for rules on content
     * @throws BadRequest with the fault and its place, when the body is no request
     */
    public ChatRequest scan(byte[] body, Surface surface, boolean userText) throws BadRequest {
        clear();
        Members members = new Members();
        try {
            cursor.on(body, 0, body.length);
            object(members, surface);
            if (cursor.next() != Token.END) {
                throw new BadJson("something behind the object");
            }
        } catch (BadJson fault) {
            throw new BadRequest("the body is no sound JSON: " + fault.getMessage(), null);
        } finally {
            openKeys.clear();
        }
        if (model == null) {
            throw new BadRequest("model is missing", "model");
        }
        if ((surface == Surface.CHAT || surface == Surface.MESSAGES) && !messagesGiven) {
            throw new BadRequest("messages is missing or no list", "messages");
        }
        String text = userText ? UserText.of(body, surface, members) : "";
        return new ChatRequest(
                body,
                facts(surface, model, text),
                members,
                new ChatRequest.Extras(serviceTier, effort, prompt.emptyTools(), options, prompt.codePoints()));
    }

    private void clear() {
        prompt.clear();
        model = null;
        stream = false;
        maxTokens = RouteRequest.NOT_ASKED;
        maxCompletionTokens = RouteRequest.NOT_ASKED;
        answers = 1;
        effortNone = false;
        effort = null;
        serviceTier = null;
        continuable = true;
        messagesGiven = false;
        options = StreamOptions.NONE;
        metadata = Map.of();
    }

    private RouteRequest facts(Surface surface, String name, String userText) {
        long tokens = (prompt.codePoints() + CODE_POINTS_PER_TOKEN - 1) / CODE_POINTS_PER_TOKEN;
        return new RouteRequest(
                surface,
                name,
                stream,
                options.usageAsked(),
                prompt.needs(),
                tokens + TOKENS_PER_PICTURE * prompt.pictures(),
                maxCompletionTokens >= 0 ? maxCompletionTokens : maxTokens,
                answers,
                effortNone,
                metadata,
                userText,
                continuable && answers == 1 && surface == Surface.CHAT);
    }

    private void object(Members members, Surface surface) throws BadJson, BadRequest {
        if (cursor.next() != Token.OBJECT) {
            throw new BadRequest("the body must be a JSON object", null);
        }
        members.begin(cursor.start());
        while (cursor.next() == Token.NAME) {
            members.key(cursor.start(), cursor.end());
            int valueStart = cursor.valueStart();
            member(surface);
            members.value(valueStart, cursor.end());
        }
        members.finish(cursor.end());
    }

    private void member(Surface surface) throws BadJson, BadRequest {
        if (cursor.is("messages")) {
            messagesGiven = prompt.messages() == Token.ARRAY;
        } else if (cursor.is("model")) {
            if (cursor.next() != Token.STRING) {
                throw new BadRequest("model must be a string", "model");
            }
            model = cursor.text();
        } else if (cursor.is("stream")) {
            stream = flag("stream");
        } else if (cursor.is("max_tokens")) {
            maxTokens = wholeFromOne("max_tokens");
        } else if (cursor.is("max_completion_tokens")) {
            maxCompletionTokens = wholeFromOne("max_completion_tokens");
        } else if (cursor.is("max_output_tokens")) {
            maxCompletionTokens = wholeFromOne("max_output_tokens");
        } else if (cursor.is("n")) {
            long n = wholeFromOne("n");
            answers = n < 0 ? 1 : n;
        } else if (cursor.is("stream_options")) {
            streamOptions();
        } else if (cursor.is("tools") || cursor.is("functions")) {
            prompt.tools();
        } else if (cursor.is("metadata")) {
            metadata();
        } else if (cursor.is("input")) {
            if (surface == Surface.RESPONSES) {
                prompt.messages();
            } else {
                prompt.prompt();
            }
        } else if (cursor.is("prompt")) {
            prompt.prompt();
        } else if (cursor.is("system") || cursor.is("instructions")) {
            prompt.content();
        } else {
            ability();
        }
    }

    /** Members that ask for an ability, and those that are passed over. */
    private void ability() throws BadJson {
        if (cursor.is("response_format") || cursor.is("output_format") || cursor.is("text")) {
            structured(cursor.next());
        } else if (cursor.is("reasoning_effort")) {
            effort(cursor.next());
        } else if (cursor.is("reasoning") || cursor.is("thinking") || cursor.is("output_config")) {
            reasoning(cursor.next());
        } else if (cursor.is("modalities")) {
            modalities(cursor.next());
        } else if (cursor.is("service_tier")) {
            Token token = cursor.next();
            serviceTier = token == Token.STRING ? cursor.text() : null;
            cursor.skipChildren(token);
        } else if (cursor.is("logprobs")) {
            Token token = cursor.next();
            continuable &= token == Token.FALSE || token == Token.NULL;
            cursor.skipChildren(token);
        } else {
            cursor.skipValue();
        }
    }

    private boolean flag(String name) throws BadJson, BadRequest {
        Token token = cursor.next();
        if (token != Token.TRUE && token != Token.FALSE && token != Token.NULL) {
            throw new BadRequest(name + " must be true or false", name);
        }
        return token == Token.TRUE;
    }

    private long wholeFromOne(String name) throws BadJson, BadRequest {
        Token token = cursor.next();
        if (token == Token.NULL) {
            return RouteRequest.NOT_ASKED;
        }
        if (token != Token.NUMBER || !cursor.wholeNumber() || cursor.longValue() < 1) {
            String found = token == Token.NUMBER ? JsonText.excerpt(cursor.spelling()) : "something else";
            throw new BadRequest(name + " must be a whole number of at least 1, found " + found, name);
        }
        return cursor.longValue();
    }

    private void streamOptions() throws BadJson, BadRequest {
        Token token = cursor.next();
        if (token == Token.NULL) {
            return;
        }
        if (token != Token.OBJECT) {
            throw new BadRequest("stream_options must be an object", "stream_options");
        }
        int others = 0;
        while (cursor.next() == Token.NAME) {
            others++;
            if (cursor.is("include_usage")) {
                int valueStart = cursor.valueStart();
                Token usage = cursor.skipValue();
                options = new StreamOptions(usage == Token.TRUE, valueStart, cursor.end(), true);
            } else {
                cursor.skipValue();
            }
        }
        if (options.valueStart() < 0) {
            options = new StreamOptions(false, -1, -1, others > 0);
        }
    }

    private void metadata() throws BadJson {
        Token token = cursor.next();
        if (token != Token.OBJECT) {
            cursor.skipChildren(token);
            return;
        }
        metadata = new HashMap<>();
        while (cursor.next() == Token.NAME) {
            boolean kept = metadata.size() < METADATA_MEMBERS;
            String name = kept ? cursor.text() : "";
            Token value = cursor.next();
            if (kept && value == Token.STRING) {
                metadata.put(name, cursor.text());
            }
            cursor.skipChildren(value);
        }
    }

    /** A format other than text; Responses have it one level down. */
    private void structured(Token token) throws BadJson {
        if (token != Token.OBJECT) {
            cursor.skipChildren(token);
            return;
        }
        while (cursor.next() == Token.NAME) {
            if (cursor.is("format")) {
                structured(cursor.next());
            } else if (cursor.is("type")) {
                Token type = cursor.next();
                if (type == Token.STRING && !cursor.is("text")) {
                    prompt.need(cursor.is("json_object") ? Capability.JSON_MODE : Capability.STRUCTURED_OUTPUT);
                    continuable = false;
                }
                cursor.skipChildren(type);
            } else {
                cursor.skipValue();
            }
        }
    }

    private void effort(Token token) throws BadJson {
        if (token == Token.STRING) {
            effort = cursor.text();
            effortNone = cursor.is("none");
            if (!effortNone) {
                prompt.need(Capability.REASONING);
            }
        }
        cursor.skipChildren(token);
    }

    private void reasoning(Token token) throws BadJson {
        if (token != Token.OBJECT) {
            cursor.skipChildren(token);
            return;
        }
        while (cursor.next() == Token.NAME) {
            if (cursor.is("effort")) {
                effort(cursor.next());
            } else if (cursor.is("enabled")) {
                Token enabled = cursor.skipValue();
                effortNone |= enabled == Token.FALSE;
                if (enabled == Token.TRUE) {
                    prompt.need(Capability.REASONING);
                }
            } else if (cursor.is("type")) {
                Token type = cursor.skipValue();
                boolean on = type == Token.STRING && (cursor.is("enabled") || cursor.is("adaptive"));
                effortNone |= type == Token.STRING && cursor.is("disabled");
                if (on) {
                    prompt.need(Capability.REASONING);
                }
            } else {
                cursor.skipValue();
            }
        }
    }

    private void modalities(Token token) throws BadJson {
        if (token != Token.ARRAY) {
            cursor.skipChildren(token);
            return;
        }
        for (Token item = cursor.next(); item != Token.ARRAY_END; item = cursor.next()) {
            if (item == Token.STRING && cursor.is("audio")) {
                prompt.need(Capability.AUDIO);
            }
            cursor.skipChildren(item);
        }
    }
}
