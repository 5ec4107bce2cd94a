package io.faregate.bench.analytics;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.faregate.analytics.row.IdHash;
import io.faregate.analytics.row.PicoUsd;
import io.faregate.analytics.row.UtcTime;
import java.math.BigInteger;
import java.util.SplittableRandom;

/**
 * Rows as the router writes them: tasks of three calls, half of them on the challenger, spread evenly over a week. What
 * a row holds follows from its number. Stateless.
 */
final class DrawnRows {
    static final String ROUTE = "agent";
    static final long FIRST_MICROS = UtcTime.parseMicros("2026-08-01T00:00:00Z");
    static final long SPAN_MICROS = 7 * 86_400_000_000L;
    private static final int CALLS = 3;
    private static final double MEDIAN_PICO = 4e9;

    private DrawnRows() {}

    /** The lines of rows {@code from} to {@code from + count} of {@code total}. */
    static byte[] lines(long from, int count, long total) {
        StringBuilder text = new StringBuilder(count * 1_300);
        for (long i = from; i < from + count; i++) {
            line(text, i, total);
        }
        return text.toString().getBytes(UTF_8);
    }

    private static void line(StringBuilder text, long row, long total) {
        SplittableRandom random = new SplittableRandom(row);
        long task = row / CALLS;
        boolean challenger = (IdHash.mix(task) & 1) == 0;
        String target = challenger ? "deepseek" : "muse-spark";
        long micros = FIRST_MICROS + (long) ((double) SPAN_MICROS * row / total) / 1000 * 1000;
        int input = 200 + random.nextInt(4_000);
        int output = 20 + random.nextInt(800);
        long pico = (long) (MEDIAN_PICO * (challenger ? 0.7 : 1) * Math.exp(gauss(random)));
        String cost = PicoUsd.dollars(BigInteger.valueOf(pico)).toPlainString();
        int latency = 200 + random.nextInt(3_000);
        String id = hex(micros >>> 28, 8) + "-0000-7000-8000-" + hex(row, 12);
        text.append("{\"schema\":1,\"type\":\"call\",\"row_id\":\"")
                .append(id)
                .append("\",\"ts\":\"")
                .append(UtcTime.print(micros))
                .append("\",\"ended_at\":\"")
                .append(UtcTime.print(micros + latency * 1000L))
                .append("\",\"instance\":\"box-1\",\"request_id\":\"req-")
                .append(row)
                .append("\",\"task_id\":\"task-")
                .append(task)
                .append("\",\"task_given\":true,\"key\":\"agents\",\"route\":\"")
                .append(ROUTE)
                .append("\",\"experiment\":\"e1\",\"arm\":\"")
                .append(challenger ? "challenger" : "primary")
                .append("\",\"share\":0.5,\"assigned_target\":\"")
                .append(target)
                .append("\",\"epoch_key\":\"0123456789ab\",\"surface\":\"chat\",\"needs\":[\"tools\"],")
                .append("\"requested_model\":\"agent\",\"target\":\"")
                .append(target)
                .append("\",\"provider\":\"p\",\"model\":\"m-")
                .append(target)
                .append(
                        "\",\"stream\":false,\"status\":200,\"outcome\":\"served\",\"error_code\":null,\"input_tokens\":")
                .append(input)
                .append(
                        ",\"cached_input_tokens\":0,\"cache_write_tokens\":0,\"cache_write_1h_tokens\":0,\"output_tokens\":")
                .append(output)
                .append(",\"reasoning_tokens\":0,\"audio_input_tokens\":0,\"audio_output_tokens\":0,\"units\":null,")
                .append("\"service_tier\":null,\"usage_source\":\"provider\",\"estimated_input_tokens\":")
                .append(input)
                .append(",\"asked_output_tokens\":1000,\"set_max_tokens\":null,\"cost_usd\":")
                .append(cost)
                .append(",\"charged_usd\":")
                .append(cost)
                .append(",\"provider_cost_usd\":null,\"price_version\":\"5e0f1c\",\"latency_ms\":")
                .append(latency)
                .append(",\"first_token_ms\":120,\"fallthrough\":false,\"attempts\":[{\"target\":\"")
                .append(target)
                .append("\",\"provider\":\"p\",\"model\":\"m-")
                .append(target)
                .append("\",\"result\":\"served\",\"class\":null,\"reason\":null,\"status\":200,\"latency_ms\":")
                .append(latency)
                .append(",\"input_tokens\":")
                .append(input)
                .append(",\"output_tokens\":")
                .append(output)
                .append(",\"cost_usd\":")
                .append(cost)
                .append(",\"estimated_cost_usd\":0.0042,\"changed\":[],\"panic\":false}],\"skipped\":[],")
                .append("\"day_total_usd\":12.5,\"router_version\":\"0.1.0\"}\n");
    }

    private static String hex(long value, int digits) {
        String hex = Long.toHexString(value);
        return "0".repeat(digits - hex.length()) + hex;
    }

    private static double gauss(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
