package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FoldingTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String folded(String... chunks) throws IOException {
        List<byte[]> list = new ArrayList<>();
        for (String chunk : chunks) {
            list.add(bytes(chunk));
        }
        return text(Folding.toAnswer(list));
    }

    private static List<String> unfolded(String answer) throws IOException {
        return Folding.toChunks(bytes(answer)).stream().map(FoldingTest::text).toList();
    }

    @Test
    void foldsTextOverItsDeltas() throws IOException {
        assertThat(folded("""
                        {"id":"i","object":"chat.completion.chunk","created":7,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"He"},"finish_reason":null}]}""", """
                        {"id":"i","choices":[{"index":0,"delta":{"content":"llo"},"finish_reason":null}],"usage":null}""", """
                        {"id":"i","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}""", """
                        {"id":"i","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}""")).isEqualTo("""
                        {"id":"i","object":"chat.completion","created":7,"model":"m","usage":{"prompt_tokens":3,"completion_tokens":2},\
                        "choices":[{"index":0,"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}]}""");
    }

    @Test
    void foldsToolCallsByTheirIndex() throws IOException {
        assertThat(folded("""
                        {"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"b","type":"function","function":{"name":"g","arguments":""}}]}}]}""", """
                        {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{\\"x\\""}}]}}]}""", """
                        {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]},"finish_reason":"tool_calls"}]}""")).isEqualTo("""
                        {"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[\
                        {"function":{"name":"f","arguments":"{\\"x\\":1}"},"id":"a","type":"function"},\
                        {"function":{"name":"g","arguments":""},"id":"b","type":"function"}]},"finish_reason":"tool_calls"}]}""");
    }

    @Test
    void foldsSeveralChoicesEachForItself() throws IOException {
        assertThat(folded("""
                        {"choices":[{"index":1,"delta":{"content":"B"},"finish_reason":"length"}]}""", """
                        {"choices":[{"index":0,"delta":{"content":"A"},"finish_reason":"stop"}]}""")).isEqualTo("""
                        {"object":"chat.completion","choices":[\
                        {"index":0,"message":{"role":"assistant","content":"A"},"finish_reason":"stop"},\
                        {"index":1,"message":{"role":"assistant","content":"B"},"finish_reason":"length"}]}""");
    }

    @Test
    void aStreamWithoutItsFinishIsNoAnswer() {
        assertThatThrownBy(() -> folded("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"A\"}}]}"))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aChunkThatIsNoJsonIsNoAnswer() {
        assertThatThrownBy(() -> folded("{\"choices\":[")).isInstanceOf(IOException.class);
    }

    @Test
    void unfoldsIntoContentFinishAndUsage() throws IOException {
        assertThat(unfolded("""
                                {"id":"i","object":"chat.completion","created":7,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3}}""")).containsExactly("""
                        {"id":"i","created":7,"model":"m","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}""", """
                        {"id":"i","created":7,"model":"m","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}""", """
                        {"id":"i","created":7,"model":"m","object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":3}}""");
    }

    @Test
    void unfoldedToolCallsGetTheIndexThatChunksHave() throws IOException {
        assertThat(unfolded("""
                                {"choices":[{"index":0,"message":{"tool_calls":[{"id":"a"},{"id":"b"}]},"finish_reason":"tool_calls"}]}""")).hasSize(2).first().isEqualTo("""
                        {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"id":"a","index":0},{"id":"b","index":1}]},"finish_reason":null}]}""");
    }

    @Test
    void numbersSurviveThereAndBack() throws IOException {
        String answer = """
                {"created":7,"model":"m","object":"chat.completion","usage":{"cost":0.0000049},"choices":[{"index":0,"message":{"role":"assistant","content":"x"},"finish_reason":"stop"}]}""";

        assertThat(text(Folding.toAnswer(Folding.toChunks(bytes(answer))))).contains("\"cost\":0.0000049");
    }
}
