package io.faregate.router.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a change over the admin surface may carry besides its fields: who makes it and why, the id under which it is
 * made at most once, and what it expects to find.
 *
 * @param fields the fields to set, by name
 * @param expected the fields that must hold before, by name
 */
record Change(
        Map<String, JsonNode> fields,
        Map<String, String> expected,
        @Nullable String recordId,
        @Nullable String verdict,
        @Nullable Long epoch,
        String actor,
        List<String> reasons) {
    private static final Set<String> COMMON = Set.of("record_id", "expected", "verdict", "epoch", "actor", "reasons");
    private static final Set<String> EXPECTABLE = Set.of("experiment", "percent", "challenger", "primary");

    static Change of(ObjectNode body, Set<String> settable) throws ChangeRefused {
        List<String> errors = new ArrayList<>();
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        body.properties().forEach(field -> {
            if (settable.contains(field.getKey())) {
                fields.put(field.getKey(), field.getValue());
            } else if (!COMMON.contains(field.getKey())) {
                errors.add(field.getKey() + ": unknown; expected " + settable + " or " + COMMON);
            }
        });
        Map<String, String> expected = new LinkedHashMap<>();
        demand(body, "expected", "an object", JsonNode::isObject, errors);
        demand(body, "record_id", "text", JsonNode::isTextual, errors);
        demand(body, "verdict", "text", JsonNode::isTextual, errors);
        demand(body, "actor", "text", JsonNode::isTextual, errors);
        demand(body, "epoch", "a whole number", JsonNode::isIntegralNumber, errors);
        demand(body, "reasons", "a list of texts", Change::isTexts, errors);
        body.path("expected").properties().forEach(field -> {
            if (EXPECTABLE.contains(field.getKey()) && field.getValue().isValueNode()) {
                expected.put(field.getKey(), text(field.getValue()));
            } else {
                errors.add("expected." + field.getKey() + ": unknown; expected " + EXPECTABLE);
            }
        });
        if (!errors.isEmpty()) {
            throw new ChangeRefused(400, "The change is not in the form of one.", errors);
        }
        List<String> reasons = new ArrayList<>();
        body.path("reasons").forEach(reason -> reasons.add(reason.asText()));
        return new Change(
                fields,
                expected,
                body.path("record_id").isTextual() ? body.path("record_id").asText() : null,
                body.path("verdict").isTextual() ? body.path("verdict").asText() : null,
                body.path("epoch").isIntegralNumber() ? body.path("epoch").asLong() : null,
                body.path("actor").isTextual() ? body.path("actor").asText() : "admin",
                reasons);
    }

    /** A member that is there must be what it is to be: a guard that was misspelt would let everything pass. */
    private static void demand(
            ObjectNode body, String name, String expected, Predicate<JsonNode> fits, List<String> errors) {
        JsonNode value = body.path(name);
        if (!value.isMissingNode() && !value.isNull() && !fits.test(value)) {
            errors.add(name + ": found " + value + ", expected " + expected);
        }
    }

    private static boolean isTexts(JsonNode list) {
        return list.isArray() && list.valueStream().allMatch(JsonNode::isTextual);
    }

    /** A value in the one spelling that values are compared in. */
    static String text(JsonNode value) {
        return value.isNumber() ? plain(value.decimalValue()) : value.asText();
    }

    static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    static @Nullable BigDecimal number(JsonNode value) {
        return value.isNumber() ? value.decimalValue() : null;
    }
}
