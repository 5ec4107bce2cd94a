package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a call, fitted to the schema of its function: what is needed is there, each argument has its type,
 * and one that says the same as another type ({@code "3"} for 3) is put into its own. Schemas are looked at one level
 * deep. Immutable.
 *
 * @param value the arguments, of no meaning with a fault
 * @param fault why they do not fit, or null
 */
record ToolArguments(ObjectNode value, @Nullable String fault) {
    private static ToolArguments fault(String text) {
        return new ToolArguments(Json.object(), text);
    }

    static ToolArguments fit(JsonNode given, JsonNode schema) {
        if (!given.isObject()) {
            return fault("the arguments are no JSON object");
        }
        ObjectNode out = Json.object();
        for (Map.Entry<String, JsonNode> argument : given.properties()) {
            JsonNode property = schema.path("properties").path(argument.getKey());
            JsonNode fitted = fitted(argument.getValue(), property);
            if (fitted == null) {
                return fault("the argument \"" + argument.getKey() + "\" must be "
                        + (property.has("enum") ? "one of " + property.path("enum") : "of type " + type(property)));
            }
            out.set(argument.getKey(), fitted);
        }
        for (JsonNode needed : schema.path("required")) {
            if (!out.has(needed.asText())) {
                return fault("the argument \"" + needed.asText() + "\" is missing");
            }
        }
        return new ToolArguments(out, null);
    }

    private static String type(JsonNode property) {
        JsonNode type = property.path("type");
        return type.isTextual() ? type.asText() : type.toString();
    }

    private static @Nullable JsonNode fitted(JsonNode value, JsonNode property) {
        JsonNode type = property.path("type");
        JsonNode fitted = type.isMissingNode() ? value : null;
        if (type.isTextual()) {
            fitted = as(type.asText(), value);
        }
        for (JsonNode each : type) {
            // A value that has one of the types already is not made into another.
            fitted = is(each.asText(), value) ? value : fitted == null ? as(each.asText(), value) : fitted;
        }
        return fitted == null || isListed(fitted, property.path("enum")) ? fitted : null;
    }

    private static boolean isListed(JsonNode value, JsonNode listed) {
        if (!listed.isArray()) {
            return true;
        }
        for (JsonNode each : listed) {
            if (each.equals(value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean is(String type, JsonNode value) {
        return switch (type) {
            case "integer" ->
                value.isNumber() && value.decimalValue().stripTrailingZeros().scale() <= 0;
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "string" -> value.isTextual();
            case "array" -> value.isArray();
            case "object" -> value.isObject();
            case "null" -> value.isNull();
            default -> true;
        };
    }

    private static @Nullable JsonNode as(String type, JsonNode value) {
        if (is(type, value)) {
            return value;
        }
        JsonNode other = null;
        if (type.equals("string") && (value.isNumber() || value.isBoolean())) {
            other = Json.object().textNode(value.asText());
        } else if (value.isTextual()) {
            other = type.equals("integer") || type.equals("number")
                    ? number(value.asText())
                    : Json.read(value.asText().strip());
        }
        return other != null && is(type, other) ? other : null;
    }

    private static @Nullable JsonNode number(String text) {
        try {
            BigDecimal number = new BigDecimal(text.strip());
            boolean whole = number.scale() <= 0 && number.precision() <= 18;
            return whole
                    ? Json.object().numberNode(number.longValueExact())
                    : Json.object().numberNode(number);
        } catch (NumberFormatException | ArithmeticException e) {
            return null;
        }
    }
}
