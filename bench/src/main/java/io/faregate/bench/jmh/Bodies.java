package io.faregate.bench.jmh;

import java.nio.charset.StandardCharsets;

/** Requests and answers as they are on the wire. */
final class Bodies {
    private Bodies() {}

    /** A chat request of about so many bytes: a system turn, turns of text, one tool. */
    static byte[] request(int bytes) {
        StringBuilder body = new StringBuilder(bytes + 64)
                .append(
                        "{\"model\":\"agent\",\"messages\":[{\"role\":\"system\",\"content\":\"You repair software.\"}");
        String end =
                "],\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"read_file\",\"description\":\"Reads one"
                        + " file.\",\"parameters\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}}}}}],"
                        + "\"temperature\":0.2,\"max_tokens\":800,\"stream\":false}";
        String turn = ",{\"role\":\"user\",\"content\":\"Read the failing test and say what it expects.\\nThen list the"
                + " files that the change would touch, the smallest patch first.\"}";
        while (body.length() + turn.length() + end.length() <= bytes) {
            body.append(turn);
        }
        return ascii(body.append(end).toString());
    }

    /** A plain answer of 0.7 KB. */
    static byte[] answer() {
        return ascii("{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1796000000,"
                + "\"model\":\"muse-spark-1.1\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                + "\"content\":\"" + "The test expects an exact sum. ".repeat(10) + "\"},\"finish_reason\":\"stop\"}],"
                + "\"usage\":{\"prompt_tokens\":1834,\"completion_tokens\":211,\"total_tokens\":2045,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":512},"
                + "\"completion_tokens_details\":{\"reasoning_tokens\":40}}}");
    }

    /** One content chunk's JSON of 0.2 KB. */
    static byte[] chunk() {
        return ascii("{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1796000000,"
                + "\"model\":\"muse-spark-1.1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" expects\"},"
                + "\"logprobs\":null,\"finish_reason\":null}],\"usage\":null}");
    }

    /** Ten content chunks as one read of a stream. */
    static byte[] stream() {
        return ascii(("data: " + new String(chunk(), StandardCharsets.US_ASCII) + "\n\n").repeat(10));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
