package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.telemetry.GenAiNames;
import io.faregate.router.telemetry.RequestTrace;
import io.faregate.router.telemetry.Tracing;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** A span for the route and one for each call, by the names of the conventions. */
final class TracingTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private final InMemorySpanExporter spans = InMemorySpanExporter.create();

    private RunningRouter traced(GenAiNames names, double ratio) throws Exception {
        RunningRouter router = new RunningRouter(Settings.USUAL);
        router.server.trace(new Tracing(
                SimpleSpanProcessor.create(spans), ratio, names, new Tracing.Service("faregate", "1", "test")));
        return router;
    }

    private static Map<String, Object> attributes(SpanData span) {
        Map<String, Object> attributes = new TreeMap<>();
        span.getAttributes().forEach((key, value) -> attributes.put(key.getKey(), value));
        return attributes;
    }

    @Test
    void aFailoverIsOneRouteWithTwoCalls() throws Exception {
        try (RunningRouter router = traced(GenAiNames.LATEST, 1)) {
            router.a.then(Answers.error(500, "x", "x"));
            router.b.then(Answers.whole());
            try (LoopbackClient client = router.client()) {
                String parent = "traceparent: 00-" + TRACE + "-b7ad6b7169203331-01";
                client.post(RunningRouter.PATH, RunningRouter.BODY, parent).read();
            }
            router.settledRows(1);

            List<SpanData> ended = spans.getFinishedSpanItems();
            assertThat(ended).extracting(SpanData::getName).containsExactly("chat m-a", "chat m-b", "route");
            assertThat(ended).extracting(SpanData::getTraceId).containsOnly(TRACE);
            SpanData route = ended.get(2);
            assertThat(route.getParentSpanId()).isEqualTo("b7ad6b7169203331");
            assertThat(route.getKind()).isEqualTo(SpanKind.INTERNAL);
            assertThat(attributes(route))
                    .containsEntry("faregate.route", "r")
                    .containsEntry("faregate.outcome", "served")
                    .containsEntry("faregate.attempts", 2L)
                    .containsEntry("faregate.cost_usd", 0.00002);
            SpanData failed = ended.get(0);
            assertThat(failed.getParentSpanId()).isEqualTo(route.getSpanId());
            assertThat(failed.getKind()).isEqualTo(SpanKind.CLIENT);
            assertThat(attributes(failed))
                    .doesNotContainKeys("gen_ai.response.id", "gen_ai.response.finish_reasons")
                    .containsEntry("error.type", "upstream_5xx")
                    .containsEntry("http.response.status_code", 500L);
            assertThat(attributes(ended.get(1)))
                    .containsEntry("gen_ai.operation.name", "chat")
                    .containsEntry("gen_ai.provider.name", "b")
                    .containsEntry("gen_ai.request.model", "m-b")
                    .containsEntry("gen_ai.request.max_tokens", 100L)
                    .containsEntry("gen_ai.request.stream", false)
                    .containsEntry("gen_ai.usage.input_tokens", 10L)
                    .containsEntry("gen_ai.usage.output_tokens", 5L)
                    .containsEntry("gen_ai.usage.cache_write.input_tokens", 0L)
                    .containsEntry("gen_ai.response.id", "i")
                    .containsEntry("gen_ai.response.finish_reasons", List.of("stop"))
                    .containsEntry("server.address", "127.0.0.1")
                    .doesNotContainKeys("error.type", "gen_ai.input.messages", "gen_ai.output.messages");
        }
    }

    @Test
    void theOlderNamesAreASwitchAway() throws Exception {
        try (RunningRouter router = traced(GenAiNames.V1_41, 1)) {
            router.a.then(Answers.stream());
            router.call(RunningRouter.STREAM);
            router.settledRows(1);

            assertThat(attributes(spans.getFinishedSpanItems().get(0)))
                    .containsEntry("gen_ai.usage.cache_creation.input_tokens", 0L)
                    .containsKey("gen_ai.response.time_to_first_chunk")
                    .containsEntry("gen_ai.response.id", "i")
                    .containsEntry("gen_ai.response.finish_reasons", List.of("stop"))
                    .doesNotContainKey("gen_ai.usage.cache_write.input_tokens");
        }
    }

    @Test
    void whyEachChoiceFinishedIsTold() throws Exception {
        try (RunningRouter router = traced(GenAiNames.LATEST, 1)) {
            String more = ",{\"index\":1,\"message\":{\"content\":\"x\"},\"finish_reason\":\"length\"}],\"usage\"";
            router.a.then(Answers.status(200, Answers.WHOLE.replace("],\"usage\"", more)));
            router.call(RunningRouter.BODY);
            router.settledRows(1);

            assertThat(attributes(spans.getFinishedSpanItems().get(0)))
                    .containsEntry("gen_ai.response.finish_reasons", List.of("stop", "length"));
        }
    }

    private static String finish(int choice, String reason) {
        return Answers.FINISH.replace("\"index\":0", "\"index\":" + choice).replace("\"stop\"", '"' + reason + '"');
    }

    @Test
    void aChoiceThatAStreamFinishesAgainIsToldOnceByItsIndex() throws Exception {
        try (RunningRouter router = traced(GenAiNames.LATEST, 1)) {
            router.a.then(Answers.events(
                    Answers.TEXT, finish(1, "length"), finish(0, "x"), finish(0, "stop"), Answers.USAGE, "[DONE]"));
            router.call(RunningRouter.STREAM);
            router.settledRows(1);

            assertThat(attributes(spans.getFinishedSpanItems().get(0)))
                    .containsEntry("gen_ai.response.finish_reasons", List.of("stop", "length"));
        }
    }

    @Test
    void noMoreChoicesAreToldThanARequestMayAskFor() throws Exception {
        try (RunningRouter router = traced(GenAiNames.LATEST, 1)) {
            List<String> events = new ArrayList<>(List.of(Answers.TEXT));
            for (int i = 0; i < 200; i++) {
                events.add(finish(i, "stop"));
            }
            events.add(Answers.USAGE);
            events.add("[DONE]");
            router.a.then(Answers.events(events.toArray(String[]::new)));
            router.call(RunningRouter.STREAM);
            router.settledRows(1);

            assertThat(attributes(spans.getFinishedSpanItems().get(0)))
                    .containsEntry("gen_ai.response.finish_reasons", Collections.nCopies(128, "stop"));
        }
    }

    @Test
    void aStepWithinAStepLeavesTheOuterStepsTrace() throws Exception {
        try (Tracing tracing = new Tracing(
                SimpleSpanProcessor.create(spans),
                1,
                GenAiNames.LATEST,
                new Tracing.Service("faregate", "1", "test"))) {
            RequestTrace outer = tracing.begin(null, null);
            List<@Nullable String> told = new ArrayList<>();

            outer.around(() -> {
                told.add(MDC.get("trace_id"));
                tracing.begin(null, null).around(() -> told.add(MDC.get("trace_id")));
                told.add(MDC.get("trace_id"));
            });

            assertThat(told.get(2)).isNotNull().isEqualTo(told.get(0)).isNotEqualTo(told.get(1));
            assertThat(MDC.get("trace_id")).isNull();
            assertThat(MDC.get("span_id")).isNull();
        }
    }

    @Test
    void linesLoggedDuringARequestTellItsTraceAndSpan() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(Exchange.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try (RunningRouter router = traced(GenAiNames.LATEST, 1)) {
            router.moveProvider("a", "nowhere:at-all");
            router.call(RunningRouter.BODY);
            router.settledRows(1);
        } finally {
            logger.detachAppender(lines);
        }

        SpanData call = spans.getFinishedSpanItems().get(0);
        assertThat(lines.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getMDCPropertyMap())
                        .containsEntry("trace_id", call.getTraceId())
                        .containsEntry("span_id", call.getSpanId()));
    }

    @Test
    void aRefusedRequestIsARouteWithoutCalls() throws Exception {
        try (RunningRouter router = traced(GenAiNames.LATEST, 1)) {
            router.call(RunningRouter.BODY.replace("\"r\"", "\"no-such\""));
            router.settledRows(1);

            assertThat(spans.getFinishedSpanItems())
                    .extracting(SpanData::getName)
                    .containsExactly("route");
        }
    }

    @Test
    void theClientsDecisionNotToSampleHolds() throws Exception {
        try (RunningRouter router = traced(GenAiNames.LATEST, 1)) {
            router.a.then(Answers.whole());
            try (LoopbackClient client = router.client()) {
                String parent = "traceparent: 00-" + TRACE + "-b7ad6b7169203331-00";
                client.post(RunningRouter.PATH, RunningRouter.BODY, parent).read();
            }
            router.settledRows(1);

            assertThat(spans.getFinishedSpanItems()).isEmpty();
        }
    }

    @Test
    void aRatioOfNothingKeepsNothing() throws Exception {
        try (RunningRouter router = traced(GenAiNames.LATEST, 0)) {
            router.a.then(Answers.whole());
            router.call(RunningRouter.BODY);
            router.settledRows(1);

            assertThat(spans.getFinishedSpanItems()).isEmpty();
        }
    }
}
