package io.faregate.router.dialect;

import io.faregate.router.catalog.Capability;
import io.faregate.router.wire.ChatRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parameter that a provider's 400 or 422 names as one it does not take, if the request can do without it.
 * Stateless.
 */
public final class ParameterRefusal {
    private static final int BYTES_LOOKED_AT = 8192;

    /** What a request means the same without, or nearly. Never what it asks for: tools, formats, messages. */
    private static final List<String> DISPENSABLE = List.of(
            "stream_options",
            "temperature",
            "top_p",
            "top_k",
            "min_p",
            "presence_penalty",
            "frequency_penalty",
            "repetition_penalty",
            "logit_bias",
            "seed",
            "user",
            "store",
            "metadata",
            "parallel_tool_calls",
            "service_tier",
            "reasoning_effort",
            "verbosity",
            "prediction",
            "prompt_cache_key",
            "prompt_cache_retention",
            "safety_identifier",
            "include_reasoning",
            "reasoning_format",
            "reasoning",
            "thinking",
            "chat_template_kwargs");

    private static final Pattern REFUSAL = Pattern.compile(
            "unrecognized request argument|unsupported[ _]parameter|unsupported[ _]value|not supported|is unsupported"
                    + "|does not support|doesn't support|extra fields? not permitted|extra inputs are not permitted"
                    + "|extra_forbidden|extraneous key|is not permitted|not allowed|unknown (?:name|field|parameter)"
                    + "|unexpected (?:field|keyword|parameter)|is deprecated|no longer supported|unknown_parameter"
                    + "|unsupported for|may not be set|must not be set|cannot be set");
    private static final Pattern INCLUDE_USAGE = Pattern.compile("\\binclude_usage\\b");

    /** Ollama, vLLM, llama.cpp and others in their words. */
    private static final Pattern NO_TOOLS =
            Pattern.compile("does not support (?:tools|function calling)|tool (?:calling|use|choice) is not supported"
                    + "|tools are not supported|--enable-auto-tool-choice|tools param requires --jinja");

    private ParameterRefusal() {}

    /** Whether a provider says that the model knows no tools, or is not served so that it does. */
    public static boolean ofTools(int status, byte[] error, ChatRequest request) {
        boolean asked = (request.facts().needs() & Capability.TOOLS.bit()) != 0;
        return asked
                && (status == 400 || status == 422 || status == 500)
                && NO_TOOLS.matcher(beginning(error)).find();
    }

    private static String beginning(byte[] error) {
        return new String(error, 0, Math.min(error.length, BYTES_LOOKED_AT), StandardCharsets.ISO_8859_1)
                .toLowerCase(Locale.ROOT);
    }

    /**
     * The member to leave out, or null when the error is about something else.
     *
     * @param request as it was sent; a member it does not have can't have been refused, but for {@code stream_options},
     *     which the router adds
     */
    public static @Nullable String of(int status, byte[] error, ChatRequest request) {
        String text = beginning(error);
        boolean ofStreams = request.facts().stream();
        if (ofStreams
                && (text.contains("stream_options")
                        || INCLUDE_USAGE.matcher(text).find())) {
            return "stream_options";
        }
        if ((status != 400 && status != 422) || !REFUSAL.matcher(text).find()) {
            return null;
        }
        for (String name : DISPENSABLE) {
            if (request.has(name) && named(text, name)) {
                return name;
            }
        }
        return null;
    }

    /** Whether a name stands in the text as a word of its own. */
    private static boolean named(String text, String name) {
        Matcher matcher = Pattern.compile("(?<![a-z_])" + Pattern.quote(name) + "(?![a-z_])")
                .matcher(text);
        return matcher.find();
    }
}
