-- A call's own part is booked on the model that served it, what other attempts cost on theirs: every grouping adds up
-- to the sum over rows. Calls and tasks are counted on the rows alone.
WITH part AS (
    SELECT ts, task_hash, "key", route, experiment, arm, target, provider, model,
           residual_pico AS cost, residual_input AS input, residual_output AS output,
           1 AS calls, CAST(cost_pico IS NULL AS INTEGER) AS unpriced
    FROM calls
    WHERE ts >= make_timestamp($from) AND ts < make_timestamp($to) AND ingested_at <= make_timestamp($as_of)
    UNION ALL
    SELECT ts, NULL, "key", route, experiment, arm, target, provider, model, cost_pico, input_tokens, output_tokens, 0, 0
    FROM attempt_spend
    WHERE ts >= make_timestamp($from) AND ts < make_timestamp($to)
      AND (ingested_at IS NULL OR ingested_at <= make_timestamp($as_of))
),
labelled AS (
    SELECT #dimensions, task_hash, cost, input, output, calls, unpriced FROM part
)
SELECT #aliases,
       grouping(d0) = 1 AS is_total,
       sum(calls) AS calls,
       count(DISTINCT task_hash) AS tasks,
       sum(input) AS input_tokens,
       sum(output) AS output_tokens,
       sum(cost) AS cost_pico,
       sum(unpriced) AS unpriced_calls
FROM labelled
GROUP BY GROUPING SETS ((#aliases), ())
ORDER BY #order
