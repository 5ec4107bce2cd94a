package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.HttpResponse;
import com.openai.core.http.StreamResponse;
import com.openai.models.audio.speech.SpeechCreateParams;
import com.openai.models.audio.transcriptions.TranscriptionCreateParams;
import com.openai.models.audio.transcriptions.TranscriptionStreamEvent;
import com.openai.models.completions.CompletionCreateParams;
import com.openai.models.embeddings.EmbeddingCreateParams;
import com.openai.models.images.ImageGenerateParams;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseStreamEvent;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.StubUpstream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The official Java client on every surface beside chat. */
final class OpenAiJavaSurfacesTest {
    private static ProviderRouter router;
    private static OpenAIClient client;

    @BeforeAll
    static void start() throws Exception {
        router = new ProviderRouter("one", "two");
        client = OpenAIOkHttpClient.builder()
                .apiKey("any")
                .baseUrl("http://127.0.0.1:" + router.port() + "/v1")
                .maxRetries(0)
                .build();
    }

    @AfterAll
    static void stop() {
        client.close();
        router.close();
    }

    @BeforeEach
    void clear() {
        router.clear();
    }

    /** The first target fails, so that each surface falls over too. */
    private static StubUpstream second() {
        router.upstream(0).then(Answers.status(500, "{}"));
        return router.upstream(1);
    }

    @Test
    void responsesOverAProviderOfChatCompletions() {
        second().then(Answers.whole()).then(Answers.stream());
        ResponseCreateParams asked =
                ResponseCreateParams.builder().model("r").input("hi").build();

        String text = client.responses().create(asked).output().stream()
                .flatMap(item -> item.message().stream())
                .flatMap(message -> message.content().stream())
                .flatMap(part -> part.outputText().stream())
                .map(part -> part.text())
                .collect(Collectors.joining());
        List<ResponseStreamEvent> events;
        try (StreamResponse<ResponseStreamEvent> stream = client.responses().createStreaming(asked)) {
            events = stream.stream().toList();
        }

        assertThat(text).isEqualTo("Hello");
        assertThat(events.stream()
                        .map(ResponseStreamEvent::outputTextDelta)
                        .flatMap(Optional::stream)
                        .map(delta -> delta.delta()))
                .containsExactly("Hello");
        assertThat(events.get(events.size() - 1).isCompleted()).isTrue();
    }

    @Test
    void embeddings() {
        second().then(Answers.status(
                200,
                "{\"object\":\"list\",\"model\":\"theirs\",\"data\":[{\"object\":\"embedding\",\"index\":0,\"embedding\":[0.5,-0.25]}],"
                        + "\"usage\":{\"prompt_tokens\":3,\"total_tokens\":3}}"));

        assertThat(client.embeddings()
                        .create(EmbeddingCreateParams.builder()
                                .model("r")
                                .input("hi")
                                .encodingFormat(EmbeddingCreateParams.EncodingFormat.FLOAT)
                                .build())
                        .data()
                        .get(0)
                        .embedding())
                .containsExactly(0.5f, -0.25f);
    }

    @Test
    void completions() {
        second().then(
                        Answers.status(
                                200,
                                "{\"id\":\"c\",\"object\":\"text_completion\",\"created\":7,\"model\":\"theirs\",\"choices\":[{\"index\":0,\"text\":\"Hello\","
                                        + "\"finish_reason\":\"stop\",\"logprobs\":null}],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2,\"total_tokens\":5}}"));

        assertThat(client.completions()
                        .create(CompletionCreateParams.builder()
                                .model("r")
                                .prompt("hi")
                                .build())
                        .choices()
                        .get(0)
                        .text())
                .isEqualTo("Hello");
    }

    @Test
    void images() {
        second().then(Answers.status(200, "{\"created\":7,\"data\":[{\"b64_json\":\"aGk=\"}]}"));

        assertThat(client.images()
                        .generate(ImageGenerateParams.builder()
                                .model("r")
                                .prompt("a cat")
                                .build())
                        .data()
                        .orElseThrow()
                        .get(0)
                        .b64Json())
                .contains("aGk=");
    }

    @Test
    void speech() throws Exception {
        second().then(conversation ->
                conversation.say("HTTP/1.1 200 OK\r\ncontent-type: audio/mpeg\r\ncontent-length: 4\r\n\r\nMPEG"));

        try (HttpResponse answer = client.audio()
                .speech()
                .create(SpeechCreateParams.builder()
                        .model("r")
                        .input("hi")
                        .voice("alloy")
                        .build())) {
            assertThat(answer.body().readAllBytes()).containsExactly('M', 'P', 'E', 'G');
        }
    }

    @Test
    void transcriptions() {
        second().then(Answers.status(200, "{\"text\":\"Hello\"}"))
                .then(Answers.events(
                        "{\"type\":\"transcript.text.delta\",\"delta\":\"Hello\"}",
                        "{\"type\":\"transcript.text.done\",\"text\":\"Hello\"}"));
        TranscriptionCreateParams asked = TranscriptionCreateParams.builder()
                .model("r")
                .file(new byte[] {'R', 'I', 'F', 'F'})
                .build();

        assertThat(client.audio()
                        .transcriptions()
                        .create(asked)
                        .asTranscription()
                        .text())
                .isEqualTo("Hello");
        try (StreamResponse<TranscriptionStreamEvent> stream =
                client.audio().transcriptions().createStreaming(asked)) {
            List<TranscriptionStreamEvent> events = stream.stream().toList();
            assertThat(events.get(0).transcriptTextDelta().orElseThrow().delta())
                    .isEqualTo("Hello");
            assertThat(events.get(1).isTranscriptTextDone()).isTrue();
        }
    }
}
