package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What Claude models of different age take for reasoning, sampling and forced tools. Up to 4.6 thinking has a budget of
 * tokens; from Opus 4.7 on it is adaptive, with an effort beside it, and sampling is fixed; 5.5 and Fable 5.1 can't
 * switch it off and refuse forced tools. Stateless.
 */
final class AnthropicThinking {
    private static final long LEAST_BUDGET = 1024;
    private static final Map<String, Long> BUDGETS =
            Map.of("minimal", 1024L, "low", 1024L, "medium", 8192L, "high", 24_576L, "xhigh", 32_000L, "max", 32_000L);

    private static final Pattern ADAPTIVE =
            Pattern.compile("(anthropic/)?claude-(opus-4[-.][7-9]|(opus|sonnet|haiku)-[5-9]|fable).*");
    private static final Pattern ALWAYS_ON = Pattern.compile(
            "(anthropic/)?claude-(opus-5[-.][5-9]|sonnet-5[-.][5-9]|fable-5[-.][1-9]|(opus|sonnet|fable)-[6-9]).*");
    private static final Pattern ONE_OF_SAMPLING = Pattern.compile("(anthropic/)?claude-opus-4[-.]1.*");

    private AnthropicThinking() {}

    static boolean hasFixedSampling(String model) {
        return ADAPTIVE.matcher(model).matches();
    }

    static boolean refusesForcedTools(String model) {
        return ALWAYS_ON.matcher(model).matches();
    }

    static boolean takesOneOf(String model) {
        return ONE_OF_SAMPLING.matcher(model).matches();
    }

    /** Says the asked effort, or a thinking member that the client wrote itself, in the model's own way. */
    static void put(Ask ask, JsonNode chat, long maxTokens, ObjectNode out, List<String> changed) {
        String model = ask.candidate().model();
        if (chat.path("thinking").isObject()) {
            out.set("thinking", chat.path("thinking"));
            return;
        }
        String effort = ask.request().effort();
        if (effort == null) {
            return;
        }
        if (ADAPTIVE.matcher(model).matches()) {
            adaptive(effort, model, out, changed);
        } else if (BUDGETS.containsKey(effort)) {
            long budget = Math.min(BUDGETS.getOrDefault(effort, LEAST_BUDGET), maxTokens - 1);
            if (budget < LEAST_BUDGET) {
                changed.add("reasoning_effort");
                return;
            }
            out.putObject("thinking").put("type", "enabled").put("budget_tokens", budget);
        }
    }

    private static void adaptive(String effort, String model, ObjectNode out, List<String> changed) {
        boolean none = effort.equals("none");
        if (none && !ALWAYS_ON.matcher(model).matches()) {
            out.putObject("thinking").put("type", "disabled");
            return;
        }
        String word = none || effort.equals("minimal") ? "low" : effort;
        if (!word.equals(effort)) {
            changed.add("reasoning_effort=" + word);
        }
        out.putObject("thinking").put("type", "adaptive");
        out.putObject("output_config").put("effort", word);
    }
}
