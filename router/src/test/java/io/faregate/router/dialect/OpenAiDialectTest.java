package io.faregate.router.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Provider;
import io.faregate.router.catalog.Target;
import io.faregate.router.route.Surface;
import io.faregate.router.wire.BadRequest;
import io.faregate.router.wire.ChatRequest;
import io.faregate.router.wire.ChatRequestScanner;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OpenAiDialectTest {
    private static final List<String> NO_EFFORTS = List.of();

    static Candidate candidate(String provider, String model, List<String> efforts, boolean fixedSampling) {
        Provider of = new Provider(provider, URI.create("http://localhost"), "openai", List.of(), null);
        Target target = new Target("t", of, 1, 1, Set.of(), 0, 0, 0, 0, 0, 1, 1, false);
        return new Candidate(
                target,
                new KeySlot(provider, "k"),
                model,
                null,
                Capability.ALL,
                Candidate.UNKNOWN,
                Candidate.UNKNOWN,
                false,
                new LinkedHashSet<>(efforts),
                fixedSampling);
    }

    static ChatRequest chat(String body) throws BadRequest {
        return new ChatRequestScanner(1).scan(body.getBytes(StandardCharsets.UTF_8), Surface.CHAT, false);
    }

    private static String text(Outgoing outgoing) {
        return new String(outgoing.body().toByteArray(), StandardCharsets.UTF_8);
    }

    private static Outgoing send(String members, Candidate to, boolean away) throws BadRequest {
        ChatRequest request = chat("{\"model\":\"m\",\"messages\":[]" + members + "}");
        return OpenAiDialect.outgoing(new Ask(request, to, ChatRequest.NO_MAXIMUM, Set.of(), away));
    }

    private static String sent(String members, Candidate to) throws BadRequest {
        String text = text(send(members, to, false));
        String head = "{\"model\":\"" + to.model() + "\",\"messages\":[]";
        assertThat(text).startsWith(head).endsWith("}");
        return text.substring(head.length(), text.length() - 1);
    }

    @Test
    void changesNothingButTheModelForAProviderWithoutQuirks() throws BadRequest {
        String body =
                "{ \"x\":1.50, \"messages\":[{\"role\":\"assistant\",\"name\":\"n\",\"tool_calls\":[{\"id\":\"c\","
                        + "\"extra_content\":{}}]}],\"temperature\":0.10,\"max_tokens\":16,\"model\" : \"m\",\"reasoning_effort\":\"max\"}";
        Outgoing outgoing = OpenAiDialect.outgoing(new Ask(
                chat(body), candidate("own", "up", NO_EFFORTS, false), ChatRequest.NO_MAXIMUM, Set.of(), false));
        assertThat(text(outgoing)).isEqualTo(body.replace("\"m\"", "\"up\""));
        assertThat(outgoing.changed()).isEmpty();
        assertThat(outgoing.path()).isEqualTo("/chat/completions");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "openai | `,\"max_tokens\":100` | `,\"max_completion_tokens\":100`",
                "openai | `,\"max_completion_tokens\":100` | `,\"max_completion_tokens\":100`",
                "openai | `,\"max_tokens\":5,\"max_completion_tokens\":100` | `,\"max_completion_tokens\":100`",
                "openai | `,\"max_tokens\":5,\"max_completion_tokens\":null` | `,\"max_completion_tokens\":5`",
                "openai | `,\"max_tokens\":null` | `,\"max_completion_tokens\":null`",
                "openai | `` | ``",
                "mistral | `,\"max_tokens\":100` | `,\"max_tokens\":100`",
                "mistral | `,\"max_completion_tokens\":100,\"n\":1` | `,\"max_tokens\":100,\"n\":1`",
                "mistral | `,\"max_tokens\":5,\"max_completion_tokens\":100` | `,\"max_tokens\":100`",
                "own | `,\"max_tokens\":5,\"max_completion_tokens\":100` | `,\"max_tokens\":5,\"max_completion_tokens\":100`"
            })
    void givesTheLengthLimitTheNameThatTheProviderKnows(String provider, String given, String expected)
            throws BadRequest {
        assertThat(sent(given, candidate(provider, "up", NO_EFFORTS, false))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "openai | `,\"max_tokens\":null` | `,\"max_completion_tokens\":7`",
                "openai | `` | `,\"max_completion_tokens\":7`",
                "mistral | `` | `,\"max_tokens\":7`",
                "mistral | `,\"max_completion_tokens\":null` | `,\"max_tokens\":7`",
                "own | `` | `,\"max_tokens\":7`",
                "own | `,\"max_completion_tokens\":null` | `,\"max_completion_tokens\":7`"
            })
    void setsTheRoutersMaximum(String provider, String given, String expected) throws BadRequest {
        ChatRequest request = chat("{\"model\":\"m\",\"messages\":[]" + given + "}");
        Outgoing outgoing = OpenAiDialect.outgoing(
                new Ask(request, candidate(provider, "up", NO_EFFORTS, false), 7, Set.of(), false));
        assertThat(text(outgoing)).isEqualTo("{\"model\":\"up\",\"messages\":[]" + expected + "}");
    }

    @Test
    void leavesOutWhatAModelOfFixedSamplingDoesNotTake() throws BadRequest {
        String given = ",\"temperature\":0,\"top_p\":0.5,\"presence_penalty\":1";
        Outgoing fixed = send(given, candidate("openai", "gpt-5-mini", List.of("low"), true), false);
        assertThat(text(fixed)).isEqualTo("{\"model\":\"gpt-5-mini\",\"messages\":[]}");
        assertThat(fixed.changed()).containsExactly("temperature", "top_p", "presence_penalty");
        assertThat(sent(given, candidate("own", "x", NO_EFFORTS, true))).isEqualTo(",\"presence_penalty\":1");
        assertThat(sent(given, candidate("openai", "gpt-4o", NO_EFFORTS, false)))
                .isEqualTo(given);
        String none = given + ",\"reasoning_effort\":\"none\"";
        assertThat(sent(none, candidate("openai", "gpt-5.4", List.of("none", "low"), true)))
                .isEqualTo(none);
    }

    @ParameterizedTest
    @CsvSource({
        "openai,none low medium high,xhigh,high",
        "openai,none low medium high,minimal,low",
        "openai,none low medium high,low,low",
        "openai,high,none,high",
        "openai,,ultra,ultra",
        "openai,low high,ultra,-",
        "groq,none default,high,default",
        "groq,none default,none,none",
        "groq,low medium high,max,high",
        "deepseek,,medium,high",
        "deepseek,low high max,medium,high",
        "deepseek,low high max,xhigh,high",
        "deepseek,low high max,minimal,low",
        "xai,,high,-",
        "xai,low high,medium,low"
    })
    void mapsEffortsToWordsOfTheModel(String provider, String efforts, String asked, String expected)
            throws BadRequest {
        List<String> words = efforts == null ? NO_EFFORTS : List.of(efforts.split(" "));
        String sent = sent(",\"reasoning_effort\":\"" + asked + "\"", candidate(provider, "up", words, false));
        assertThat(sent).isEqualTo(expected.equals("-") ? "" : ",\"reasoning_effort\":\"" + expected + "\"");
    }

    @Test
    void asksForNoReasoningWhereToolsForbidIt() throws BadRequest {
        String tools = ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\"}}]";
        String given = tools + ",\"reasoning_effort\":\"low\",\"temperature\":0.5,\"max_tokens\":9";
        Candidate newer = candidate("openai", "gpt-5.4-mini", List.of("none", "low", "medium"), true);
        assertThat(sent(given, newer)).isEqualTo(tools + ",\"reasoning_effort\":\"none\",\"max_completion_tokens\":9");
        Candidate without = candidate("openai", "gpt-6-astra", List.of("low", "medium"), true);
        assertThat(sent(given, without)).isEqualTo(tools + ",\"max_completion_tokens\":9");
        Candidate older = candidate("openai", "gpt-5.1", List.of("none", "low"), true);
        assertThat(sent(given, older)).isEqualTo(tools + ",\"reasoning_effort\":\"low\",\"max_completion_tokens\":9");
    }

    @Test
    void speaksMistral() throws BadRequest {
        ChatRequest request = chat("{\"model\":\"m\",\"stream\":true,\"seed\":7,\"tool_choice\":\"required\","
                + "\"tools\":[{}],\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"call_abc\"},{\"id\":\"AbCdEf123\"}]},"
                + "{\"role\":\"tool\",\"tool_call_id\" : \"call_abc\",\"content\":\"9\"}]}");
        Outgoing outgoing = OpenAiDialect.outgoing(new Ask(
                request, candidate("mistral", "up", NO_EFFORTS, false), ChatRequest.NO_MAXIMUM, Set.of(), false));
        String id = ToolIds.nineCharacters("call_abc");
        assertThat(id).matches("[A-Za-z0-9]{9}").isNotEqualTo(ToolIds.nineCharacters("call_abd"));
        assertThat(text(outgoing))
                .isEqualTo("{\"model\":\"up\",\"stream\":true,\"random_seed\":7,\"tool_choice\":\"any\","
                        + "\"tools\":[{}],\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"" + id
                        + "\"},{\"id\":\"AbCdEf123\"}]},{\"role\":\"tool\",\"tool_call_id\" : \"" + id
                        + "\",\"content\":\"9\"}]}");
    }

    @Test
    void leavesOutMembersThatGroqRefuses() throws BadRequest {
        ChatRequest request = chat("{\"model\":\"m\",\"logprobs\":true,\"messages\":[{\"name\":\"a\",\"role\":\"user\","
                + "\"content\":\"x\"}, {\"role\":\"user\", \"name\" : \"b\", \"content\":\"y\"},{\"name\":\"c\"}]}");
        Outgoing outgoing = OpenAiDialect.outgoing(
                new Ask(request, candidate("groq", "up", NO_EFFORTS, false), ChatRequest.NO_MAXIMUM, Set.of(), false));
        assertThat(text(outgoing))
                .isEqualTo("{\"model\":\"up\",\"messages\":[{\"role\":\"user\","
                        + "\"content\":\"x\"}, {\"role\":\"user\", \"content\":\"y\"},{}]}");
        assertThat(outgoing.changed()).containsExactly("logprobs");
    }

    @Test
    void keepsMarksAtTheHeadAndStripsThemAway() throws BadRequest {
        String kept = "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\","
                + "\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}";
        String messages = "[" + kept + ",\"extra_content\":{\"google\":{\"thought_signature\":\"AbC==\"}}}],"
                + "\"reasoning_details\":[{\"a\":1}],\"x\":1}]";
        ChatRequest request = chat("{\"messages\":" + messages + ",\"model\":\"m\"}");
        for (String provider : List.of("gemini", "own")) {
            Candidate head = candidate(provider, "up", NO_EFFORTS, false);
            assertThat(text(OpenAiDialect.outgoing(new Ask(request, head, -1, Set.of(), false))))
                    .isEqualTo("{\"messages\":" + messages + ",\"model\":\"up\"}");
        }
        assertThat(text(OpenAiDialect.outgoing(
                        new Ask(request, candidate("own", "up", NO_EFFORTS, false), -1, Set.of(), true))))
                .isEqualTo("{\"messages\":[" + kept + "}],\"x\":1}],\"model\":\"up\"}");
        assertThat(text(OpenAiDialect.outgoing(
                        new Ask(request, candidate("gemini", "up", NO_EFFORTS, false), -1, Set.of(), true))))
                .isEqualTo("{\"messages\":[" + kept
                        + ",\"extra_content\":{\"google\":{\"thought_signature\":\"skip_thought_signature_validator\"}}}],\"x\":1}],"
                        + "\"model\":\"up\"}");
        assertThat(text(OpenAiDialect.outgoing(
                        new Ask(request, candidate("deepseek", "up", NO_EFFORTS, false), -1, Set.of(), true))))
                .isEqualTo("{\"messages\":[" + kept + "}],\"x\":1,\"reasoning_content\":\"\"}],\"model\":\"up\"}");
    }

    @Test
    void sendsReasoningBackToDeepSeek() throws BadRequest {
        String messages = "[{\"role\":\"assistant\",\"reasoning_content\":\"hm\",\"tool_calls\":[{\"id\":\"c\"}]}]";
        ChatRequest request = chat("{\"messages\":" + messages + ",\"model\":\"m\",\"user\":\"u\"}");
        assertThat(text(OpenAiDialect.outgoing(
                        new Ask(request, candidate("deepseek", "up", NO_EFFORTS, false), -1, Set.of(), false))))
                .isEqualTo("{\"messages\":" + messages + ",\"model\":\"up\",\"user_id\":\"u\"}");
    }

    @Test
    void leavesOutWhatWasRefusedBefore() throws BadRequest {
        ChatRequest request = chat(
                "{\"model\":\"m\",\"messages\":[],\"stream\":true,\"seed\":1,\"stream_options\":{\"include_usage\":true}}");
        Outgoing outgoing = OpenAiDialect.outgoing(new Ask(
                request,
                candidate("own", "up", NO_EFFORTS, false),
                -1,
                Set.of("seed", "stream_options", "user"),
                false));
        assertThat(text(outgoing)).isEqualTo("{\"model\":\"up\",\"messages\":[],\"stream\":true}");
        assertThat(outgoing.changed()).containsExactly("seed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "400 | `Unrecognized request argument supplied: stream_options` | stream_options",
                "422 | `stream_options: extra fields not permitted` | stream_options",
                "500 | `extraneous key [include_usage] is not permitted` | stream_options",
                "400 | `Unsupported parameter: 'temperature' is not supported with this model.` | temperature",
                "400 | `temperature is deprecated for this model` | temperature",
                "400 | `Unsupported value: 'temperature' does not support 0.5` | temperature",
                "422 | `{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"seed\"],\"msg\":\"Extra inputs are not permitted\"}]}` | seed",
                "400 | `property 'user' is unsupported` | user",
                "400 | `Unsupported parameter: 'store'` | -",
                "400 | `temperature must be between 0 and 2` | -",
                "400 | `tools are not supported` | -",
                "400 | `the superuser_seed is not supported` | -",
                "401 | `temperature is not supported` | -"
            })
    void findsTheParameterThatWasRefused(int status, String error, String expected) throws BadRequest {
        ChatRequest request = chat(
                "{\"model\":\"m\",\"messages\":[],\"stream\":true,\"temperature\":0.5,\"seed\":1,\"user\":\"u\",\"tools\":[{}]}");
        String found = ParameterRefusal.of(status, error.getBytes(StandardCharsets.UTF_8), request);
        assertThat(String.valueOf(found)).isEqualTo(expected.equals("-") ? "null" : expected);
    }

    @Test
    void takesAModelAtItsWordThatItKnowsNoToolsForADay() {
        LearnedQuirks quirks = new LearnedQuirks();
        Candidate a = candidate("ollama", "a", NO_EFFORTS, false);
        assertThat(quirks.learnToolless(a, 1_000)).isTrue();
        assertThat(quirks.isToolless(a, 1_000 + 86_399_999L)).isTrue();
        assertThat(quirks.isToolless(a, 1_000 + 86_400_000L)).isFalse();
        assertThat(quirks.isToolless(candidate("ollama", "b", NO_EFFORTS, false), 1_000))
                .isFalse();
    }

    @Test
    void remembersRefusalsByModel() {
        LearnedQuirks learned = new LearnedQuirks();
        Candidate one = candidate("own", "a", NO_EFFORTS, false);
        Candidate other = candidate("own", "b", NO_EFFORTS, false);
        assertThat(learned.refused(one)).isEmpty();
        assertThat(learned.learn(one, "seed")).isTrue();
        assertThat(learned.learn(one, "seed")).isFalse();
        assertThat(learned.learn(one, "user")).isTrue();
        assertThat(learned.refused(one)).containsExactlyInAnyOrder("seed", "user");
        assertThat(learned.refused(other)).isEmpty();
    }
}
