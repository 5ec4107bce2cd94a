package io.faregate.router.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ClassifierTest {
    private static final long NOW = 1_787_227_200_000L;

    private static Failure classify(int status, String body, String provider) {
        return Classifier.classify(
                status, name -> null, body.getBytes(StandardCharsets.UTF_8), provider, "sk-secret-123456", NOW);
    }

    private static Failure told(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return Classifier.classifyTold(200, name -> null, bytes, 0, bytes.length, "x", null, false, NOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // requests a minute
                "x | 429 | `{\"error\":{\"message\":\"Rate limit reached: 30 requests per minute (RPM)\",\"code\":\"rate_limit_exceeded\"}}` | RPM | true",
                "openai | 429 | `{\"error\":{\"message\":\"Rate limit reached for gpt-5 on requests per min (RPM): Limit 3\",\"type\":\"requests\",\"code\":\"rate_limit_exceeded\"}}` | RPM | true",
                "x | 429 | `{\"error\":{\"message\":\"slow\",\"type\":\"requests\"}}` | RPM | true",
                "gemini | 429 | `[{\"error\":{\"code\":429,\"message\":\"You exceeded your current quota, please check your plan and billing details.\",\"status\":\"RESOURCE_EXHAUSTED\",\"details\":[{\"violations\":[{\"quotaId\":\"GenerateRequestsPerMinutePerProjectPerModel-FreeTier\"}]}]}}]` | RPM | true",
                "openrouter | 402 | `{\"error\":{\"code\":402,\"message\":\"busy\",\"metadata\":{\"limit_source\":\"openrouter_in_flight_budget\"}}}` | RPM | true",
                // other limits
                "x | 429 | `` | RATE_LIMITED | true",
                "x | 429 | `{\"error\":{\"message\":\"Too many requests\",\"code\":\"rate_limit_exceeded\"}}` | RATE_LIMITED | true",
                "openai | 429 | `{\"error\":{\"message\":\"Rate limit reached for gpt-4 on tokens per min (TPM): Limit 10000\",\"type\":\"tokens\",\"code\":\"rate_limit_exceeded\"}}` | RATE_LIMITED | true",
                "openai | 429 | `{\"error\":{\"message\":\"grew too fast\",\"code\":\"slow_down\"}}` | RATE_LIMITED | true",
                "gemini | 429 | `[{\"error\":{\"code\":429,\"message\":\"Resource has been exhausted (e.g. check quota).\",\"status\":\"RESOURCE_EXHAUSTED\"}}]` | RATE_LIMITED | true",
                "nvidia | 429 | `{\"status\":429,\"title\":\"Too Many Requests\"}` | RATE_LIMITED | true",
                "cerebras | 429 | `{\"message\":\"Tokens per day limit exceeded\",\"type\":\"too_many_requests_error\",\"param\":\"quota\",\"code\":\"token_quota_exceeded\"}` | QUOTA_EXHAUSTED | true",
                // too large for the account
                "groq | 413 | `{\"error\":{\"message\":\"Request too large for model x on tokens per minute (TPM): Limit 6000, Requested 7000, please reduce your message size and try again.\",\"type\":\"tokens\",\"code\":\"rate_limit_exceeded\"}}` | RATE_LIMITED | false",
                "github | 413 | `{\"error\":{\"code\":\"tokens_limit_reached\",\"message\":\"Request body too large. Max size: 8000 tokens.\"}}` | RATE_LIMITED | false",
                "x | 403 | `{\"error\":{\"message\":\"You have reached the request limit of this model\"}}` | RATE_LIMITED | false",
                // busy
                "x | 503 | `{\"error\":{\"message\":\"The model is overloaded, please try later\",\"code\":\"overloaded\"}}` | QUEUE_FULL | true",
                "ollama | 503 | `{\"error\":\"server busy, please try again.  maximum pending requests exceeded\"}` | QUEUE_FULL | true",
                "cerebras | 429 | `{\"message\":\"We are busy\",\"type\":\"too_many_requests_error\",\"param\":\"queue\",\"code\":\"queue_exceeded\"}` | QUEUE_FULL | true",
                "nvidia | 429 | `{\"detail\":\"ResourceExhausted: Worker local total request limit reached (33/32)\"}` | QUEUE_FULL | true",
                "x | 503 | `{\"error\":{\"code\":503,\"message\":\"Loading model\",\"type\":\"unavailable_error\"}}` | QUEUE_FULL | true",
                "groq | 498 | `{\"error\":{\"code\":\"capacity_exceeded\",\"message\":\"x\"}}` | QUEUE_FULL | true",
                "anthropic | 529 | `{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}` | QUEUE_FULL | true",
                "x | 529 | `` | QUEUE_FULL | true",
                // money
                "x | 402 | `` | QUOTA_EXHAUSTED | true",
                "x | 429 | `{\"error\":{\"message\":\"You exceeded your current quota, please check your plan and billing details.\",\"type\":\"insufficient_quota\",\"code\":\"insufficient_quota\"}}` | QUOTA_EXHAUSTED | true",
                "openai | 429 | `{\"error\":{\"message\":\"x\",\"type\":\"insufficient_quota\",\"code\":\"project_spend_limit_exceeded\"}}` | QUOTA_EXHAUSTED | true",
                "anthropic | 429 | `{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"x\",\"details\":{\"error_code\":\"enforced_spend_limit_reached\"}}}` | QUOTA_EXHAUSTED | true",
                "anthropic | 400 | `{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"You have reached your specified API usage limits.\"}}` | QUOTA_EXHAUSTED | true",
                "anthropic | 400 | `{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"Your credit balance is too low to access the API.\"}}` | QUOTA_EXHAUSTED | true",
                "xai | 403 | `{\"code\":\"permission-denied\",\"error\":\"Your team has used all available credits or reached its monthly spending limit.\"}` | QUOTA_EXHAUSTED | true",
                "gemini | 429 | `{\"error\":{\"code\":429,\"message\":\"Quota exceeded for metric: x, limit: 0, model: y\",\"status\":\"RESOURCE_EXHAUSTED\"}}` | QUOTA_EXHAUSTED | true",
                "gemini | 429 | `[{\"error\":{\"code\":429,\"message\":\"Quota exceeded\",\"status\":\"RESOURCE_EXHAUSTED\",\"details\":[{\"violations\":[{\"quotaId\":\"GenerateRequestsPerDayPerProjectPerModel-FreeTier\"}]}]}}]` | QUOTA_EXHAUSTED | true",
                "groq | 429 | `{\"error\":{\"message\":\"Rate limit reached on tokens per day (TPD): Limit 500000. Please try again in 9m38.016s.\",\"type\":\"tokens\",\"code\":\"rate_limit_exceeded\"}}` | QUOTA_EXHAUSTED | true",
                "openrouter | 429 | `{\"error\":{\"code\":429,\"message\":\"Rate limit exceeded: free-models-per-day\",\"metadata\":{\"limit_source\":\"openrouter_free_tier_daily\"}}}` | QUOTA_EXHAUSTED | true",
                "fireworks | 412 | `{\"error\":{\"message\":\"Account is suspended\"}}` | QUOTA_EXHAUSTED | true",
                // keys
                "x | 401 | `` | AUTH | true",
                "x | 403 | `` | AUTH | true",
                "x | 403 | `{\"error\":{\"message\":\"You are not allowed to use this\",\"code\":\"permission_denied\"}}` | AUTH | true",
                "x | 403 | `{\"error\":{\"message\":\"The token provided is invalid or the token expired\"}}` | AUTH | true",
                "gemini | 400 | `[{\"error\":{\"code\":400,\"message\":\"API key not valid. Please pass a valid API key.\",\"status\":\"INVALID_ARGUMENT\",\"details\":[{\"reason\":\"API_KEY_INVALID\"}]}}]` | AUTH | true",
                "xai | 400 | `{\"code\":\"invalid-argument\",\"error\":\"Incorrect API key provided: sk***81.\"}` | AUTH | true",
                // policy
                "azure | 400 | `{\"error\":{\"code\":\"content_filter\",\"param\":\"prompt\",\"type\":null,\"status\":400,\"message\":\"The response was filtered due to the prompt triggering the content management policy.\",\"innererror\":{\"code\":\"ResponsibleAIPolicyViolation\"}}}` | CONTENT_POLICY | true",
                "openai | 400 | `{\"error\":{\"message\":\"Your request was rejected by our usage policy\",\"code\":\"content_policy_violation\"}}` | CONTENT_POLICY | true",
                "openrouter | 403 | `{\"error\":{\"code\":403,\"message\":\"The input was refused\",\"metadata\":{\"reasons\":[\"violence\"],\"flagged_input\":\"hi\",\"provider_name\":\"x\"}}}` | CONTENT_POLICY | true",
                // windows
                "x | 400 | `{\"error\":{\"message\":\"too many tokens\",\"code\":\"context_length_exceeded\"}}` | CONTEXT_LENGTH | true",
                "x | 400 | `{\"error\":{\"message\":\"This model's maximum context length is 8000 tokens. However, you requested 9000 tokens.\"}}` | CONTEXT_LENGTH | true",
                "x | 400 | `{\"error\":{\"message\":\"The input (9000 tokens) is longer than the model's context length (8000 tokens).\"}}` | CONTEXT_LENGTH | true",
                "anthropic | 400 | `{\"error\":{\"message\":\"prompt is too long: 9000 tokens > 8000 maximum\"}}` | CONTEXT_LENGTH | true",
                "x | 400 | `{\"error\":{\"message\":\"input length and max_tokens exceed context limit: 7000 + 2000 > 8000\"}}` | CONTEXT_LENGTH | true",
                "gemini | 400 | `{\"error\":{\"message\":\"The input token count (9000) exceeds the maximum number of tokens allowed (8000).\",\"status\":\"INVALID_ARGUMENT\"}}` | CONTEXT_LENGTH | true",
                "x | 400 | `{\"error\":{\"message\":\"the request exceeds the available context size (8000 tokens), try increasing it\"}}` | CONTEXT_LENGTH | true",
                "groq | 400 | `{\"error\":{\"message\":\"Please reduce the length of the messages or completion.\"}}` | CONTEXT_LENGTH | true",
                "vllm | 400 | `{\"object\":\"error\",\"message\":\"max_tokens must be at least 1, got -186.\",\"type\":\"BadRequestError\",\"param\":null,\"code\":400}` | CONTEXT_LENGTH | true",
                "together | 403 | `{\"error\":{\"message\":\"Forbidden\"}}` | CONTEXT_LENGTH | true",
                "together | 400 | `{\"error\":{\"message\":\"inputs tokens + max_new_tokens must be <= 8193\"}}` | CONTEXT_LENGTH | true",
                "x | 500 | `{\"error\":\"input is too long\"}` | CONTEXT_LENGTH | true",
                // models
                "x | 404 | `{\"error\":{\"message\":\"The model up-1 does not exist\",\"code\":\"model_not_found\"}}` | MODEL_MISSING | true",
                "azure | 404 | `{\"error\":{\"code\":\"DeploymentNotFound\",\"message\":\"no\"}}` | MODEL_MISSING | true",
                "x | 404 | `<html>` | MODEL_MISSING | true",
                "x | 410 | `` | MODEL_MISSING | true",
                "groq | 400 | `{\"error\":{\"message\":\"gone\",\"code\":\"model_decommissioned\"}}` | MODEL_MISSING | true",
                "openrouter | 404 | `{\"error\":{\"message\":\"No endpoints found that support tool use.\",\"code\":404}}` | MODEL_MISSING | false",
                // the provider's trouble
                "x | 500 | `` | UPSTREAM_5XX | true",
                "x | 502 | `<html>Bad gateway</html>` | UPSTREAM_5XX | true",
                "x | 503 | `{\"error\":{\"message\":\"closed for a while\"}}` | UPSTREAM_5XX | true",
                "x | 520 | `` | UPSTREAM_5XX | true",
                "x | 524 | `<html>A timeout occurred</html>` | UPSTREAM_5XX | true",
                "x | 599 | `` | UPSTREAM_5XX | true",
                "x | 302 | `` | UPSTREAM_5XX | true",
                "groq | 400 | `{\"error\":{\"message\":\"Failed to call a function\",\"code\":\"tool_use_failed\",\"failed_generation\":\"x\"}}` | UPSTREAM_5XX | false",
                "x | 408 | `` | TIMEOUT | true",
                "x | 504 | `{\"error\":{\"code\":504,\"status\":\"DEADLINE_EXCEEDED\",\"message\":\"x\"}}` | TIMEOUT | true",
                // the client's fault
                "x | 400 | `{\"error\":{\"message\":\"list index out of range\",\"type\":\"BadRequestError\",\"param\":null,\"code\":400}}` | BAD_REQUEST | true",
                "x | 400 | `{\"error\":{\"message\":\"wrong value\",\"code\":\"400\"}}` | BAD_REQUEST | true",
                "x | 400 | `{\"error\":{\"message\":\"wrong value\",\"type\":null,\"code\":null}}` | BAD_REQUEST | true",
                "x | 400 | `{\"object\":\"error\",\"message\":\"wrong value\",\"code\":40303}` | BAD_REQUEST | true",
                "x | 400 | `{\"detail\":\"wrong value\"}` | BAD_REQUEST | true",
                "x | 400 | `{\"error\":\"wrong value\"}` | BAD_REQUEST | true",
                "x | 422 | `{\"detail\":[{\"loc\":[\"body\",\"temperature\"],\"msg\":\"wrong value\",\"type\":\"value_error\"}]}` | BAD_REQUEST | true",
                "anthropic | 413 | `{\"type\":\"error\",\"error\":{\"type\":\"request_too_large\",\"message\":\"Request exceeds the maximum size\"}}` | BAD_REQUEST | true",
                "x | 405 | `` | BAD_REQUEST | true",
                "x | 415 | `` | BAD_REQUEST | true"
            })
    void tellsFailuresApart(String provider, int status, String body, FailureClass expected, boolean benches) {
        Failure failure = classify(status, body, provider);
        assertThat(failure.failureClass()).as(body).isEqualTo(expected);
        assertThat(failure.benches()).isEqualTo(benches);
        assertThat(failure.status()).isEqualTo(status);
        assertThat(failure.billable()).isFalse();
        assertThat(failure.reason()).isNotBlank().hasSizeLessThan(60);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`{\"error\":{\"message\":\"Rate limit exceeded\",\"code\":429}}` | RATE_LIMITED | 200",
                "`{\"error\":{\"message\":\"internal\",\"code\":502}}` | UPSTREAM_5XX | 200",
                "`{\"error\":{\"message\":\"x\"}}` | UPSTREAM_5XX | 200",
                "`{\"error\":{\"message\":\"overloaded\",\"code\":529}}` | QUEUE_FULL | 200",
                "`{\"error\":{\"message\":\"no capacity\",\"code\":503}}` | UPSTREAM_5XX | 200",
                "`{\"error\":{\"message\":\"You exceeded your current quota\",\"type\":\"insufficient_quota\",\"code\":\"insufficient_quota\"}}` | QUOTA_EXHAUSTED | 200",
                "`{\"error\":{\"message\":\"The model is overloaded, please try again later\",\"type\":\"overloaded_error\",\"code\":\"overloaded\"}}` | QUEUE_FULL | 200",
                "`{\"error\":{\"message\":\"Rate limit reached for requests per minute (RPM)\",\"type\":\"rate_limit_error\",\"code\":\"rate_limit_exceeded\"}}` | RPM | 200",
                "`{\"error\":{\"message\":\"Rate limit reached\",\"code\":\"rate_limit_exceeded\"}}` | RATE_LIMITED | 200",
                "`{\"error\":{\"message\":\"Incorrect API key provided\",\"code\":\"invalid_api_key\"}}` | AUTH | 200",
                "`{\"error\":{\"message\":\"bad\",\"code\":400}}` | BAD_REQUEST | 400",
                "`{\"error\":{\"message\":\"flagged by moderation\",\"code\":\"content_filter\"}}` | CONTENT_POLICY | 400",
                "`{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}` | QUEUE_FULL | 200",
                "`{\"choices\":[{\"finish_reason\":\"error\"}]}` | UPSTREAM_5XX | 200",
                "`boom` | UPSTREAM_5XX | 200",
                "`` | UPSTREAM_5XX | 200"
            })
    void classifiesAnErrorUnderAGoodStatusByWhatItSays(String body, FailureClass expected, int status) {
        Failure failure = told(body);
        assertThat(failure.failureClass()).isEqualTo(expected);
        assertThat(failure.status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`{\"error\":{\"message\":\"w\"}}` | w",
                "`[{\"error\":{\"message\":\"w\"}}]` | w",
                "`{\"error\":\"w\"}` | w",
                "`{\"message\":\"w\"}` | w",
                "`{\"detail\":\"w\"}` | w",
                "`{\"detail\":{\"message\":\"w\"}}` | w",
                "`{\"detail\":[{\"loc\":[\"body\",\"t\"],\"msg\":\"w\"},{\"msg\":\"v\"}]}` | `body.t: w; v`",
                "`{\"title\":\"w\",\"status\":400}` | w",
                "`{\"error\":{\"code\":5},\"message\":\"w\"}` | w",
                "`plain words` | `plain words`",
                "`\"quoted words\"` | `quoted words`"
            })
    void findsTheWordsInEveryShape(String body, String words) {
        assertThat(classify(400, body, "x").providerMessage()).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>secret page</html>", "{\"error\":", "[1", "{}", "null", "{\"message\":\" \"}"})
    void hasNoWordsWhereNoneCanBeRead(String body) {
        assertThat(classify(400, body, "x").providerMessage()).isNull();
    }

    @Test
    void boundsTheWords() {
        String long40k = "{\"error\":{\"message\":\"" + "\uD83D\uDE42 ".repeat(15_000) + "\"}}";
        String words = String.valueOf(classify(400, long40k, "x").providerMessage());
        assertThat(words).hasSizeBetween(2040, 2048);
        assertThat(words.codePoints().noneMatch(c -> c == 0xD83D)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "made with sk-secret-123456",
                "made with sk-secret-123456.",
                "key=sk-secret-123456&x",
                "made with sk-sec...3456",
                "made with sk-***456",
                "Incorrect API key provided: sk-live-abcdef123456.",
                "bearer gsk_abcdefgh12345",
                "AIzaSyA-1234567890"
            })
    void takesKeysOutOfTheWords(String words) {
        String shown = classify(400, "{\"error\":{\"message\":\"" + words + "\"}}", "x")
                .providerMessage();
        assertThat(shown).contains("[redacted]").doesNotContain("3456").doesNotContain("12345");
    }

    @Test
    void leavesOrdinaryWordsAlone() {
        String words = "messages[0].role: wrong shape of task-force e.g. max_tokens... must be <= 4096";
        assertThat(classify(400, "{\"error\":{\"message\":\"" + words + "\"}}", "x")
                        .providerMessage())
                .isEqualTo(words);
    }

    @Test
    void tellsUnreadableAnswersApart() {
        assertThat(Classifier.unreadable(200, new byte[0]))
                .isEqualTo(new Failure(
                        FailureClass.UPSTREAM_5XX, 200, "an empty answer", null, null, Failure.NOT_TOLD, true, false));
        assertThat(Classifier.unreadable(200, "\n<!DOCTYPE html>".getBytes(StandardCharsets.UTF_8))
                        .reason())
                .isEqualTo("a page");
        assertThat(Classifier.unreadable(200, "{\"id\":".getBytes(StandardCharsets.UTF_8))
                        .billable())
                .isTrue();
    }

    @Test
    void capsToldWaitsAndIgnoresThemWhereWaitingMendsNothing() {
        Map<String, String> tenDays = Map.of("retry-after", "864000");
        assertThat(waits(503, tenDays)).isEqualTo(900_000);
        assertThat(waits(429, tenDays)).isEqualTo(900_000);
        assertThat(waits(402, tenDays)).isEqualTo(93_600_000);
        assertThat(waits(504, Map.of("retry-after", "7"))).isEqualTo(7_000);
        assertThat(waits(401, tenDays)).isEqualTo(Failure.NOT_TOLD);
        assertThat(waits(400, tenDays)).isEqualTo(Failure.NOT_TOLD);
        Map<String, String> usedUp =
                Map.of("x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "1m30s");
        assertThat(waits(429, usedUp)).isEqualTo(90_000);
        assertThat(waits(500, usedUp)).isEqualTo(Failure.NOT_TOLD);
    }

    private static long waits(int status, Map<String, String> headers) {
        return Classifier.classify(status, headers::get, new byte[0], "x", null, NOW)
                .retryAfterMillis();
    }

    @Test
    void neverFailsOverAnErrorBody() {
        fuzz(20_000, 11);
    }

    @Test
    @Tag("slow")
    void neverFailsOverAMillionErrorBodies() {
        fuzz(1_000_000, 12);
    }

    /** Bodies cut, doubled and scrambled from real ones. */
    private static void fuzz(int rounds, long seed) {
        String[] seeds = {
            "{\"error\":{\"message\":\"Rate limit, try again in 1h2m3.5s\",\"type\":\"requests\",\"code\":429,\"param\":null}}",
            "[{\"error\":{\"code\":429,\"status\":\"RESOURCE_EXHAUSTED\",\"details\":[{\"violations\":[{\"quotaId\":\"PerDay\"}]},{\"retryDelay\":\"46s\"}]}}]",
            "{\"detail\":[{\"loc\":[\"body\",1],\"msg\":\"sk-***81 wrong\",\"type\":\"value_error\"}]}",
            "<html><body>502</body></html>",
            "{\"error\":{\"code\":402,\"metadata\":{\"limit_source\":\"openrouter_credits\",\"reasons\":[],\"headers\":{\"X-RateLimit-Reset\":\"1787227260000\"}}}}"
        };
        SplittableRandom random = new SplittableRandom(seed);
        int[] statuses = {200, 400, 401, 403, 404, 413, 429, 500, 503, 529};
        for (int round = 0; round < rounds; round++) {
            byte[] body = scrambled(random, seeds[random.nextInt(seeds.length)]);
            String header = new String(scrambled(random, "Thu, 20 Aug 2026 12:02:00 GMT"), StandardCharsets.ISO_8859_1);
            int status = statuses[random.nextInt(statuses.length)];
            Failure failure = status == 200
                    ? Classifier.classifyTold(200, name -> header, body, 0, body.length, "x", "sk-k", true, NOW)
                    : Classifier.classify(status, name -> header, body, "x", "sk-k", NOW);
            assertThat(failure.retryAfterMillis()).isBetween(Failure.NOT_TOLD, 93_600_000L);
            if (failure.providerMessage() != null) {
                assertThat(failure.providerMessage().length()).isBetween(1, 2048);
            }
        }
    }

    private static byte[] scrambled(SplittableRandom random, String from) {
        byte[] bytes = from.getBytes(StandardCharsets.UTF_8);
        byte[] out = Arrays.copyOf(bytes, random.nextInt(bytes.length + 8));
        for (int flips = random.nextInt(4); flips > 0 && out.length > 0; flips--) {
            out[random.nextInt(out.length)] = (byte) random.nextInt(256);
        }
        return out;
    }
}
