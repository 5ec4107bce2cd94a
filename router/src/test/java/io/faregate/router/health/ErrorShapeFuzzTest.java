package io.faregate.router.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said decides, not how it is wrapped: the same words in every shape of an error body are the same failure. */
final class ErrorShapeFuzzTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Words, the status they come with, and what they are. */
    private record Said(int status, String words, FailureClass failureClass) {}

    private static final List<Said> SAID = List.of(
            new Said(429, "Rate limit reached on requests per min (RPM)", FailureClass.RPM),
            new Said(429, "Limit on tokens per min (TPM) reached", FailureClass.RATE_LIMITED),
            new Said(429, "slow down", FailureClass.RATE_LIMITED),
            new Said(429, "You exceeded your current quota", FailureClass.QUOTA_EXHAUSTED),
            new Said(400, "Your credit balance is too low", FailureClass.QUOTA_EXHAUSTED),
            new Said(403, "reached its monthly spending limit", FailureClass.QUOTA_EXHAUSTED),
            new Said(400, "API key not valid. Please pass a valid API key.", FailureClass.AUTH),
            new Said(401, "no", FailureClass.AUTH),
            new Said(400, "This model's maximum context length is 8192 tokens", FailureClass.CONTEXT_LENGTH),
            new Said(413, "prompt is too long: 9000 tokens > 8000 maximum", FailureClass.CONTEXT_LENGTH),
            new Said(400, "triggering the content management policy", FailureClass.CONTENT_POLICY),
            new Said(503, "server busy, maximum pending requests exceeded", FailureClass.QUEUE_FULL),
            new Said(500, "internal", FailureClass.UPSTREAM_5XX),
            new Said(524, "a timeout occurred", FailureClass.UPSTREAM_5XX),
            new Said(404, "no such model", FailureClass.MODEL_MISSING),
            new Said(422, "bad value", FailureClass.BAD_REQUEST),
            new Said(504, "late", FailureClass.TIMEOUT));

    private static final List<String> FILLERS = List.of("request_id", "trace", "documentation_url", "x");

    @Test
    void theShapeChangesNothingSomeThousandTimes() throws IOException {
        fuzz(5_000, 20261130);
    }

    @Test
    @Tag("slow")
    void theShapeChangesNothingAHundredThousandTimes() throws IOException {
        fuzz(100_000, 20261201);
    }

    private static void fuzz(int rounds, long seed) throws IOException {
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            Said said = SAID.get(random.nextInt(SAID.size()));
            byte[] body = body(random, said);
            Failure failure = Classifier.classify(said.status(), name -> null, body, "x", "the-secret-key", 0);
            if (failure.failureClass() != said.failureClass()) {
                assertThat(failure.failureClass())
                        .as("round %d: %d %s", round, said.status(), new String(body, StandardCharsets.UTF_8))
                        .isEqualTo(said.failureClass());
            }
            if (failure.status() != said.status()) {
                assertThat(failure.status()).isEqualTo(said.status());
            }
        }
    }

    private static byte[] body(Random random, Said said) throws IOException {
        String words = said.words();
        return switch (random.nextInt(9)) {
            case 0 -> bytes(random, wrapped(random, "error", object(random, "message", words, said)));
            case 1 -> bytes(random, wrapped(random, "error", NODES.textNode(words)));
            case 2 -> bytes(random, object(random, "message", words, said));
            case 3 -> bytes(random, wrapped(random, "detail", NODES.textNode(words)));
            case 4 -> {
                ArrayNode list = NODES.arrayNode();
                list.addObject().put("msg", words).putArray("loc").add("body").add(1);
                yield bytes(random, wrapped(random, "detail", list));
            }
            case 5 -> bytes(random, object(random, "title", words, said));
            case 6 -> {
                ArrayNode list = NODES.arrayNode();
                list.add(wrapped(random, "error", object(random, "message", words, said)));
                yield JSON.writeValueAsBytes(list);
            }
            case 7 -> bytes(random, wrapped(random, "detail", NODES.objectNode().put("message", words)));
            default -> words.getBytes(StandardCharsets.UTF_8);
        };
    }

    /** The words among a code that says nothing and members that nobody knows, in any order. */
    private static ObjectNode object(Random random, String name, String words, Said said) {
        ObjectNode object = NODES.objectNode().put(name, words);
        switch (random.nextInt(5)) {
            case 0 -> object.put("code", said.status());
            case 1 -> object.put("code", Integer.toString(said.status()));
            case 2 -> object.putNull("code");
            case 3 -> object.put("type", "odd_error");
            default -> {
                // No code at all.
            }
        }
        return shuffled(random, object);
    }

    private static ObjectNode wrapped(Random random, String name, com.fasterxml.jackson.databind.JsonNode node) {
        return shuffled(random, NODES.objectNode().set(name, node));
    }

    private static ObjectNode shuffled(Random random, ObjectNode object) {
        for (String filler : FILLERS) {
            if (random.nextInt(4) == 0) {
                object.put(filler, "\u65e5\uD83D\uDE42\"\\ filler");
            }
        }
        List<Map.Entry<String, com.fasterxml.jackson.databind.JsonNode>> members = new ArrayList<>(object.properties());
        Collections.shuffle(members, random);
        ObjectNode mixed = NODES.objectNode();
        members.forEach(member -> mixed.set(member.getKey(), member.getValue()));
        return mixed;
    }

    private static byte[] bytes(Random random, ObjectNode node) throws IOException {
        return random.nextBoolean()
                ? JSON.writeValueAsBytes(node)
                : JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(node);
    }
}
