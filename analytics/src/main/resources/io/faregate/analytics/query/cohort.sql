-- One row a task of the epoch: whose it is, when it began, and what all its calls on the route came to.
-- The first call with an arm owns the task; order_key // 1024 is a time in microseconds.
--
-- Nearly every task is over within its window and has no call before its first one with an arm: for these, one pass
-- over the calls says all. The others are gone through again, call by call.
CREATE OR REPLACE TEMP TABLE cohort AS
WITH mine AS (
    SELECT id FROM epochs WHERE route = $route AND experiment = $experiment
),
unit AS MATERIALIZED (
    SELECT task_hash,
           min(order_key) FILTER (epoch_id IS NOT NULL) AS first_key,
           min(order_key) FILTER (epoch_id IS NOT NULL) // 1024 AS t0,
           min(order_key) AS lowest_key,
           max(order_key) // 1024 AS last_us,
           arg_min(arm = 'challenger', order_key) AS is_challenger,
           min(arm) <> max(arm) AS crossed,
           arg_min(epoch_id, order_key) AS epoch_id,
           arg_min_null(estimated_input_tokens, order_key) FILTER (epoch_id IS NOT NULL) AS estimated,
           arg_min_null(latency_ms, order_key) FILTER (epoch_id IS NOT NULL) AS latency_ms,
           bool_or(NOT task_given) AS without_id,
           min(ingested_at) AS first_seen,
           max(ingested_at) AS last_seen,
           count(*) AS calls,
           sum(cost_pico) AS total_pico,
           count(*) - count(cost_pico) AS unpriced,
           bool_or(outcome IN ('failed', 'truncated')) AS error,
           bool_or(fallthrough) AS fallthrough,
           -- a budget's refusal: others are no sign of what the model costs
           bool_or(outcome = 'refused' AND (status = 402 OR error_code = 'unpriced' OR error_code LIKE '%budget%')) AS refused
    FROM calls
    WHERE route = $route AND (epoch_id IS NULL OR epoch_id IN (SELECT id FROM mine))
    GROUP BY task_hash
    HAVING arg_min(epoch_id, order_key) = $epoch_id
),
odd AS (
    SELECT task_hash, first_key, t0, first_seen
    FROM unit
    WHERE lowest_key < first_key OR last_us - t0 >= $window
),
odd_call AS (
    SELECT o.task_hash,
           c.cost_pico,
           c.outcome,
           c.status,
           c.error_code,
           c.fallthrough,
           c.order_key // 1024 - o.t0 < $window AS inside,
           epoch_us(c.ingested_at) - greatest(epoch_us(o.first_seen), o.t0 + $window) > 60000000 AS late
    FROM calls c JOIN odd o ON c.task_hash = o.task_hash
    WHERE c.route = $route
      AND c.order_key >= o.first_key
      AND (c.epoch_id IS NULL OR c.epoch_id IN (SELECT id FROM mine))
),
odd_task AS (
    SELECT task_hash,
           count(*) AS calls,
           sum(cost_pico) AS total_pico,
           count(*) - count(cost_pico) AS unpriced,
           sum(cost_pico) FILTER (inside) AS cost_pico,
           bool_or(inside AND cost_pico IS NULL) AS cost_missing,
           sum(cost_pico) FILTER (NOT inside) AS overflow_pico,
           bool_or(inside AND outcome IN ('failed', 'truncated')) AS error,
           bool_or(inside AND fallthrough) AS fallthrough,
           bool_or(inside AND outcome = 'refused' AND (status = 402 OR error_code = 'unpriced' OR error_code LIKE '%budget%')) AS refused,
           bool_or(inside AND late) AS late
    FROM odd_call
    GROUP BY task_hash
),
heard AS (
    SELECT f.task_hash,
           arg_max(coalesce(f.score, CAST(f.success AS INTEGER)), struct_pack(a := f.ts, b := f.row_id))
               FILTER (epoch_us(f.ts) - u.t0 < $outcome_inside) AS outcome
    FROM feedback f JOIN unit u ON f.task_hash = u.task_hash
    WHERE epoch_us(f.ts) >= u.t0 AND (f.score IS NOT NULL OR f.success IS NOT NULL)
    GROUP BY f.task_hash
),
task AS (
    SELECT u.task_hash,
           u.is_challenger,
           u.t0,
           u.latency_ms,
           u.estimated,
           u.crossed,
           coalesce(u.without_id, FALSE) AS without_id,
           CASE WHEN o.task_hash IS NULL THEN u.calls ELSE o.calls END AS calls,
           coalesce(CASE WHEN o.task_hash IS NULL THEN u.total_pico ELSE o.total_pico END, 0) AS total_pico,
           CASE WHEN o.task_hash IS NULL THEN u.unpriced ELSE o.unpriced END AS unpriced,
           coalesce(CASE WHEN o.task_hash IS NULL THEN u.total_pico ELSE o.cost_pico END, 0) AS cost_pico,
           CASE WHEN o.task_hash IS NULL THEN u.unpriced > 0 ELSE o.cost_missing END AS cost_missing,
           coalesce(o.overflow_pico, 0) AS overflow_pico,
           coalesce(CASE WHEN o.task_hash IS NULL THEN u.error ELSE o.error END, FALSE) AS error,
           coalesce(CASE WHEN o.task_hash IS NULL THEN u.fallthrough ELSE o.fallthrough END, FALSE) AS fallthrough,
           coalesce(CASE WHEN o.task_hash IS NULL THEN u.refused ELSE o.refused END, FALSE) AS refused,
           CASE
               WHEN o.task_hash IS NULL
               THEN epoch_us(u.last_seen) - greatest(epoch_us(u.first_seen), u.t0 + $window) > 60000000
               ELSE o.late
           END AS late
    FROM unit u LEFT JOIN odd_task o ON u.task_hash = o.task_hash
)
SELECT CASE WHEN t.is_challenger THEN 'challenger' ELSE 'primary' END AS arm,
       t.* EXCLUDE (is_challenger, estimated),
       CAST(t.cost_pico AS DOUBLE) / 1e12 AS y,
       ln(1 + t.estimated) AS x,
       h.task_hash IS NOT NULL AS heard,
       h.outcome AS outcome
FROM task t LEFT JOIN heard h ON t.task_hash = h.task_hash
