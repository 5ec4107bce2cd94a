-- One row a task of the epoch: whose it is, when it began, and what all its calls on the route came to.
-- The first call with an arm owns the task; order_key // 1024 is a time in microseconds.
CREATE OR REPLACE TEMP TABLE cohort AS
WITH first_call AS (
    SELECT task_id,
           min(order_key) AS first_key,
           arg_min(arm, order_key) AS arm,
           arg_min(epoch_label, order_key) AS label,
           arg_min_null(estimated_input_tokens, order_key) AS estimated,
           arg_min_null(latency_ms, order_key) AS latency_ms,
           arg_min_null(task_given, order_key) AS given,
           min(arm) <> max(arm) AS crossed,
           min(epoch_us(ingested_at)) AS first_seen
    FROM calls
    WHERE route = $route AND coalesce(experiment, '') = $experiment AND arm IS NOT NULL
    GROUP BY task_id
),
unit AS (
    SELECT *, first_key // 1024 AS t0 FROM first_call WHERE label = $label
),
call AS (
    SELECT c.task_id,
           c.cost_pico,
           c.outcome,
           c.status,
           c.error_code,
           c.fallthrough,
           c.order_key // 1024 - u.t0 < $window AS inside,
           epoch_us(c.ingested_at) - greatest(u.first_seen, u.t0 + $window) > 60000000 AS late
    FROM calls c JOIN unit u ON c.task_id = u.task_id
    WHERE c.route = $route
      AND c.order_key >= u.first_key
      AND (c.arm IS NULL OR coalesce(c.experiment, '') = $experiment)
),
spent AS (
    SELECT task_id,
           count(*) AS calls,
           sum(cost_pico) AS total_pico,
           count(*) FILTER (cost_pico IS NULL) AS unpriced,
           sum(cost_pico) FILTER (inside) AS cost_pico,
           bool_or(inside AND cost_pico IS NULL) AS cost_missing,
           sum(cost_pico) FILTER (NOT inside) AS overflow_pico,
           bool_or(inside AND outcome IN ('failed', 'truncated')) AS error,
           bool_or(inside AND fallthrough) AS fallthrough,
           -- a budget's refusal: others are no sign of what the model costs
           bool_or(inside AND outcome = 'refused' AND (status = 402 OR error_code = 'unpriced' OR error_code LIKE '%budget%')) AS refused,
           bool_or(inside AND late) AS late
    FROM call
    GROUP BY task_id
),
heard AS (
    SELECT f.task_id,
           arg_max(coalesce(f.score, CAST(f.success AS INTEGER)), struct_pack(a := f.ts, b := f.row_id))
               FILTER (epoch_us(f.ts) - u.t0 < $outcome_inside) AS outcome
    FROM feedback f JOIN unit u ON f.task_id = u.task_id
    WHERE epoch_us(f.ts) >= u.t0 AND (f.score IS NOT NULL OR f.success IS NOT NULL)
    GROUP BY f.task_id
)
SELECT u.task_id,
       u.arm,
       u.t0,
       u.latency_ms,
       u.crossed,
       NOT coalesce(u.given, TRUE) AS without_id,
       s.calls,
       coalesce(s.total_pico, 0) AS total_pico,
       s.unpriced,
       coalesce(s.cost_pico, 0) AS cost_pico,
       coalesce(s.cost_missing, FALSE) AS cost_missing,
       coalesce(s.overflow_pico, 0) AS overflow_pico,
       coalesce(s.error, FALSE) AS error,
       coalesce(s.fallthrough, FALSE) AS fallthrough,
       coalesce(s.refused, FALSE) AS refused,
       coalesce(s.late, FALSE) AS late,
       CAST(coalesce(s.cost_pico, 0) AS DOUBLE) / 1e12 AS y,
       ln(1 + u.estimated) AS x,
       h.task_id IS NOT NULL AS heard,
       h.outcome AS outcome
FROM unit u
JOIN spent s ON u.task_id = s.task_id
LEFT JOIN heard h ON u.task_id = h.task_id
