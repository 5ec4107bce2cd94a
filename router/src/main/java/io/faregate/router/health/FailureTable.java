package io.faregate.router.health;

import static io.faregate.router.health.FailureClass.AUTH;
import static io.faregate.router.health.FailureClass.CONTENT_POLICY;
import static io.faregate.router.health.FailureClass.CONTEXT_LENGTH;
import static io.faregate.router.health.FailureClass.MODEL_MISSING;
import static io.faregate.router.health.FailureClass.QUEUE_FULL;
import static io.faregate.router.health.FailureClass.QUOTA_EXHAUSTED;
import static io.faregate.router.health.FailureClass.RATE_LIMITED;
import static io.faregate.router.health.FailureClass.RPM;
import static io.faregate.router.health.FailureClass.TIMEOUT;
import static io.faregate.router.health.FailureClass.UPSTREAM_5XX;

import java.util.List;
import java.util.Set;

/**
 * What providers really say, in the order in which it is looked at; the first line that fits decides. Codes and texts
 * come before statuses, because providers disguise: money as limits, limits as sizes, bad keys as bad requests.
 */
final class FailureTable {
    /** Stands for an error told without a status. */
    static final int TOLD = 0;

    private static final List<String> MONEY = List.of(
            "current quota",
            "billing details",
            "credit balance",
            "insufficient balance",
            "insufficient credit",
            "insufficient funds",
            "not enough credit",
            "out of credit",
            "available credits",
            "any credits",
            "spending limit",
            "spend limit",
            "monthly limit",
            "api usage limits",
            "payment required");
    private static final Set<String> MONEY_CODES = Set.of(
            "insufficient_quota",
            "credit_balance_exhausted",
            "organization_spend_limit_exceeded",
            "project_spend_limit_exceeded",
            "organization_usage_limit_exceeded",
            "billing_hard_limit_reached",
            "billing_not_active",
            "billing_error",
            "enforced_spend_limit_reached",
            "insufficient_balance",
            "insufficient_credits",
            "openrouter_credits",
            "openrouter_key_limit");
    private static final List<String> DAY =
            List.of("per day", "perday", "per-day", "byday", "(rpd)", "(tpd)", "daily limit", "daily quota");
    private static final List<String> CONTEXT = List.of(
            "maximum context length",
            "context window",
            "context length",
            "context limit",
            "prompt is too long",
            "input is too long",
            "exceeds the maximum number of tokens",
            "input token count",
            "available context size",
            "reduce the length of the messages",
            "max_new_tokens must be",
            "max_tokens must be at least 1, got -");
    private static final Set<String> POLICY_CODES = Set.of(
            "content_filter",
            "content_policy_violation",
            "responsibleaipolicyviolation",
            "invalid_prompt",
            "moderation_blocked",
            "prohibited_content",
            "moderation_flagged");
    private static final List<String> POLICY = List.of(
            "content management policy",
            "content policy",
            "usage policy",
            "usage policies",
            "flagged by",
            "flagged as",
            "flagged for",
            "requires moderation",
            "safety system");
    private static final List<String> BUSY = List.of(
            "overloaded",
            "server busy",
            "server is busy",
            "is busy",
            "too busy",
            "maximum pending",
            "queue",
            "at capacity",
            "request limit reached (",
            "loading model");
    private static final Set<String> BUSY_CODES = Set.of(
            "overloaded",
            "overloaded_error",
            "server_is_overloaded",
            "engine_overloaded",
            "queue_exceeded",
            "queue_full",
            "server_busy",
            "capacity_exceeded");
    private static final Set<String> KEY_CODES = Set.of(
            "invalid_api_key",
            "api_key_invalid",
            "invalid_authentication",
            "authentication_error",
            "account_deactivated");
    private static final List<String> KEY = List.of(
            "api key not valid",
            "api key expired",
            "incorrect api key",
            "invalid api key",
            "invalid api-key",
            "invalid x-api-key",
            "api key is invalid",
            "invalid token",
            "token expired",
            "token has expired",
            "token is invalid");
    private static final List<String> NO_MODEL = List.of(
            "unknown model",
            "model not found",
            "no such model",
            "model does not exist",
            "model is not available",
            "model has been decommissioned");
    private static final Set<String> NO_MODEL_CODES = Set.of(
            "model_not_found", "model_decommissioned", "deploymentnotfound", "not_found_error", "model_not_available");

    private static final Set<String> LIMIT_CODES =
            Set.of("rate_limit_exceeded", "rate_limit_error", "rate_limited", "too_many_requests");
    private static final List<String> REQUESTS_A_MINUTE =
            List.of("per minute", "per-minute", "perminute", "requests per min", "(rpm)", "rpm", "per second", "(rps)");

    private static final Set<Integer> CLIENT = Set.of(TOLD, 400, 403, 404, 409, 412, 413, 422, 429);
    private static final Set<Integer> LIMIT = Set.of(TOLD, 403, 429);
    private static final Set<String> ANY_CODE = Set.of();
    private static final List<String> ANY_TEXT = List.of();

    private static final String OUT_OF_CREDIT = "out of credit";
    private static final String DAILY = "daily limit reached";
    private static final String TOO_LARGE = "too large for the account's token limit";
    private static final String NO_FIT = "the prompt does not fit";
    private static final String MODEL = "model not found";

    static final List<FailureRule> RULES = List.of(
            // A limit in the dress of a size. Its words speak of shorter messages too, so it comes before the window.
            on(Set.of(413), Set.of("rate_limit_exceeded", "tokens_limit_reached"), ANY_TEXT, RATE_LIMITED, TOO_LARGE)
                    .sparing(),
            on(Set.of(TOLD, 403, 413, 429), Set.of("weight_exceeds_budget"), ANY_TEXT, RATE_LIMITED, TOO_LARGE)
                    .sparing(),
            on(Set.of(TOLD, 402, 429), Set.of("openrouter_in_flight_budget"), ANY_TEXT, RPM, "too much in flight"),

            // Google says "current quota" of limits of a minute as well; the violated quota tells which.
            on(LIMIT, ANY_CODE, DAY, QUOTA_EXHAUSTED, DAILY).needing("resource_exhausted"),
            on(LIMIT, ANY_CODE, List.of("limit: 0\n", "limit: 0,", "limit: 0 "), QUOTA_EXHAUSTED, "no quota at all")
                    .needing("resource_exhausted"),
            on(LIMIT, ANY_CODE, List.of("perminute", "per minute"), RPM, "request limit reached")
                    .needing("resource_exhausted"),
            on(LIMIT, ANY_CODE, ANY_TEXT, RATE_LIMITED, "rate limited").needing("resource_exhausted"),
            on(CLIENT, MONEY_CODES, MONEY, QUOTA_EXHAUSTED, OUT_OF_CREDIT),
            on(Set.of(402), ANY_CODE, ANY_TEXT, QUOTA_EXHAUSTED, OUT_OF_CREDIT),
            on(Set.of(412), ANY_CODE, ANY_TEXT, QUOTA_EXHAUSTED, "account suspended")
                    .of("fireworks"),
            on(LIMIT, Set.of("openrouter_free_tier_daily"), DAY, QUOTA_EXHAUSTED, DAILY),
            on(CLIENT, KEY_CODES, KEY, AUTH, "key refused"),
            on(CLIENT, POLICY_CODES, POLICY, CONTENT_POLICY, "refused by policy"),
            on(CLIENT, Set.of("context_length_exceeded"), CONTEXT, CONTEXT_LENGTH, NO_FIT),
            on(Set.of(500), Set.of("context_length_exceeded"), CONTEXT, CONTEXT_LENGTH, NO_FIT),
            on(Set.of(403), ANY_CODE, ANY_TEXT, CONTEXT_LENGTH, NO_FIT).of("together"),
            on(Set.of(403, 413), ANY_CODE, List.of("tokens", "limit"), RATE_LIMITED, TOO_LARGE)
                    .sparing(),
            on(Set.of(404), ANY_CODE, List.of("support tool use", "no endpoints found"), MODEL_MISSING, "not served so")
                    .sparing(),
            on(CLIENT, NO_MODEL_CODES, NO_MODEL, MODEL_MISSING, MODEL),
            on(Set.of(404, 410), ANY_CODE, ANY_TEXT, MODEL_MISSING, MODEL),
            on(Set.of(TOLD, 429, 503), BUSY_CODES, BUSY, QUEUE_FULL, "busy"),
            on(Set.of(498, 529), ANY_CODE, ANY_TEXT, QUEUE_FULL, "busy"),
            on(
                    Set.of(TOLD, 429),
                    ANY_CODE,
                    List.of("tokens per min", "(tpm)", "tpm:"),
                    RATE_LIMITED,
                    "token limit reached"),
            on(Set.of(TOLD, 429), Set.of("requests"), REQUESTS_A_MINUTE, RPM, "request limit reached"),
            on(Set.of(429), ANY_CODE, ANY_TEXT, RATE_LIMITED, "rate limited"),
            on(Set.of(TOLD), LIMIT_CODES, List.of("rate limit", "too many requests"), RATE_LIMITED, "rate limited"),
            on(Set.of(401, 403), ANY_CODE, ANY_TEXT, AUTH, "key refused"),
            on(Set.of(408, 504), ANY_CODE, ANY_TEXT, TIMEOUT, "timed out at the provider"),
            on(Set.of(400), Set.of("tool_use_failed"), ANY_TEXT, UPSTREAM_5XX, "made an unreadable tool call")
                    .sparing());

    private FailureTable() {}

    private static FailureRule on(
            Set<Integer> statuses, Set<String> codes, List<String> phrases, FailureClass failureClass, String reason) {
        return new FailureRule(null, statuses, null, codes, phrases, failureClass, true, reason);
    }
}
