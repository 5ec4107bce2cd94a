package io.faregate.router.dialect;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How one provider's form of chat completions differs from OpenAI's; the table is {@code quirks.json} beside this
 * class. Immutable.
 *
 * @param lengthLimit the name it knows for the length limit, or null when it takes the one that is sent
 * @param refused members at the top that it answers with a 400
 * @param fixedSampling members that its models of fixed sampling do not take
 * @param renamed members at the top that it knows by another name
 * @param effortWords its words for reasoning efforts, where not the nearest by order
 * @param refusedInMessages members of messages that it refuses
 * @param nineCharacterToolIds whether tool-call ids must be nine letters and digits
 * @param anyForRequired whether a tool choice of {@code required} is spelled {@code any}
 * @param streamUsageUnasked whether usage comes in streams without being asked for, and must not be
 * @param effortNeedsList whether an effort may go only to models whose words are known
 * @param reasoningOfToolTurns whether assistant turns with tool calls must carry {@code reasoning_content}
 * @param thoughtSignatures whether tool calls must carry a signature, or a mark in its place
 * @param refusesSignatures whether a tool call with a signature of another provider is refused
 * @param responses whether it serves OpenAI's Responses API
 * @param truncatesPrompts whether a prompt that does not fit is cut without a word
 * @param effortNoneWithTools the models that take tools only with an effort of none, or null
 */
record Quirks(
        @JsonProperty("length_limit") @Nullable String lengthLimit,
        @JsonProperty("refused") Set<String> refused,
        @JsonProperty("fixed_sampling") List<String> fixedSampling,
        @JsonProperty("renamed") Map<String, String> renamed,
        @JsonProperty("effort_words") Map<String, String> effortWords,
        @JsonProperty("refused_in_messages") Set<String> refusedInMessages,
        @JsonProperty("nine_character_tool_ids") boolean nineCharacterToolIds,
        @JsonProperty("any_for_required") boolean anyForRequired,
        @JsonProperty("stream_usage_unasked") boolean streamUsageUnasked,
        @JsonProperty("effort_needs_list") boolean effortNeedsList,
        @JsonProperty("reasoning_of_tool_turns") boolean reasoningOfToolTurns,
        @JsonProperty("thought_signatures") boolean thoughtSignatures,
        @JsonProperty("refuses_signatures") boolean refusesSignatures,
        @JsonProperty("responses") boolean responses,
        @JsonProperty("truncates_prompts") boolean truncatesPrompts,
        @JsonProperty("effort_none_with_tools") @Nullable Pattern effortNoneWithTools) {

    private static final List<String> SAMPLING = List.of("temperature", "top_p");
    private static final Map<String, Quirks> TABLE = read();
    private static final Quirks NONE = new Quirks(
            null, Set.of(), SAMPLING, Map.of(), Map.of(), Set.of(), false, false, false, false, false, false, false,
            false, false, null);

    Quirks {
        refused = Objects.requireNonNullElse(refused, Set.of());
        fixedSampling = Objects.requireNonNullElse(fixedSampling, SAMPLING);
        renamed = Objects.requireNonNullElse(renamed, Map.of());
        effortWords = Objects.requireNonNullElse(effortWords, Map.of());
        refusedInMessages = Objects.requireNonNullElse(refusedInMessages, Set.of());
    }

    /** The quirks of a provider; a provider that nobody knows has none. */
    static Quirks of(String provider) {
        return TABLE.getOrDefault(provider, NONE);
    }

    private static Map<String, Quirks> read() {
        try (InputStream in = Objects.requireNonNull(Quirks.class.getResourceAsStream("quirks.json"))) {
            return JsonMapper.builder()
                    .build()
                    .readValue(
                            in, TypeFactory.defaultInstance().constructMapType(Map.class, String.class, Quirks.class));
        } catch (IOException e) {
            throw new UncheckedIOException("quirks.json", e);
        }
    }
}
