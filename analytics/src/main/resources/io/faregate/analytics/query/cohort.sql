-- One row a task of the epoch: whose it is, when it began, and what all its calls on the route came to.
-- The first call with an arm owns the task; order_key // 1024 is a time in microseconds; for marks see the schema.
--
-- Nearly every task keeps to one arm of one epoch from its first call on and is over within its window: for these, one
-- pass over the calls says all. The others are gone through again, call by call.
CREATE TABLE #cohort AS
WITH mine AS (
    SELECT id FROM epochs WHERE route = $route AND experiment = $experiment
),
quick AS MATERIALIZED (
    SELECT task_hash,
           min(order_key) AS first_key,
           max(order_key) // 1024 AS last_us,
           min(epoch_id) AS lowest_epoch,
           max(epoch_id) AS highest_epoch,
           arg_min_null(estimated_input_tokens, order_key) AS estimated,
           arg_min_null(latency_ms, order_key) AS latency_ms,
           bit_or(marks) AS marks,
           epoch_us(min(ingested_at)) AS first_seen,
           epoch_us(max(ingested_at)) AS last_seen,
           count(*) AS calls,
           sum(cost_pico) AS total_pico,
           count(*) - count(cost_pico) AS unpriced
    FROM calls
    WHERE route = $route AND (epoch_id IS NULL OR epoch_id IN (SELECT id FROM mine))
    GROUP BY task_hash
    HAVING min(epoch_id) <= $epoch_id AND max(epoch_id) >= $epoch_id
),
odd AS MATERIALIZED (
    SELECT task_hash
    FROM quick
    WHERE lowest_epoch <> highest_epoch OR marks & 64 <> 0 OR marks & 3 = 3 OR last_us - first_key // 1024 >= $window
),
odd_call AS MATERIALIZED (
    SELECT task_hash, order_key, epoch_id, marks, estimated_input_tokens, latency_ms, cost_pico,
           epoch_us(ingested_at) AS seen
    FROM calls
    WHERE route = $route
      AND (epoch_id IS NULL OR epoch_id IN (SELECT id FROM mine))
      AND task_hash IN (SELECT task_hash FROM odd)
),
odd_first AS MATERIALIZED (
    SELECT task_hash,
           min(order_key) FILTER (epoch_id IS NOT NULL) AS first_key,
           arg_min(marks & 2, order_key) FILTER (epoch_id IS NOT NULL) <> 0 AS is_challenger,
           arg_min_null(estimated_input_tokens, order_key) FILTER (epoch_id IS NOT NULL) AS estimated,
           arg_min_null(latency_ms, order_key) FILTER (epoch_id IS NOT NULL) AS latency_ms,
           bit_or(marks) AS marks,
           min(seen) AS first_seen
    FROM odd_call
    GROUP BY task_hash
    HAVING arg_min(epoch_id, order_key) = $epoch_id
),
odd_own AS (
    SELECT c.task_hash,
           c.cost_pico,
           c.marks,
           c.order_key // 1024 - o.first_key // 1024 < $window AS inside,
           c.seen - greatest(o.first_seen, o.first_key // 1024 + $window) > 60000000 AS late
    FROM odd_call c JOIN odd_first o ON c.task_hash = o.task_hash
    WHERE c.order_key >= o.first_key
),
odd_sum AS (
    SELECT task_hash,
           count(*) AS calls,
           sum(cost_pico) AS total_pico,
           count(*) - count(cost_pico) AS unpriced,
           sum(cost_pico) FILTER (inside) AS cost_pico,
           bool_or(inside AND cost_pico IS NULL) AS cost_missing,
           sum(cost_pico) FILTER (NOT inside) AS overflow_pico,
           bit_or(marks) FILTER (inside) AS marks,
           bool_or(inside AND late) AS late
    FROM odd_own
    GROUP BY task_hash
),
task AS (
    SELECT task_hash,
           marks & 2 <> 0 AS is_challenger,
           first_key // 1024 AS t0,
           latency_ms,
           estimated,
           FALSE AS crossed,
           marks,
           marks AS all_marks,
           calls,
           total_pico,
           unpriced,
           total_pico AS cost_pico,
           unpriced > 0 AS cost_missing,
           0 AS overflow_pico,
           last_seen - greatest(first_seen, first_key // 1024 + $window) > 60000000 AS late
    FROM quick
    WHERE NOT (lowest_epoch <> highest_epoch OR marks & 64 <> 0 OR marks & 3 = 3
        OR last_us - first_key // 1024 >= $window)
    UNION ALL
    SELECT o.task_hash,
           o.is_challenger,
           o.first_key // 1024,
           o.latency_ms,
           o.estimated,
           o.marks & 3 = 3,
           coalesce(s.marks, 0),
           o.marks,
           s.calls,
           s.total_pico,
           s.unpriced,
           s.cost_pico,
           s.cost_missing,
           s.overflow_pico,
           s.late
    FROM odd_first o JOIN odd_sum s ON o.task_hash = s.task_hash
),
heard AS (
    SELECT f.task_hash,
           arg_max(coalesce(f.score, CAST(f.success AS INTEGER)), struct_pack(a := f.ts, b := f.row_id))
               FILTER (epoch_us(f.ts) - u.t0 < $outcome_inside) AS outcome
    FROM feedback f JOIN task u ON f.task_hash = u.task_hash
    WHERE epoch_us(f.ts) >= u.t0 AND (f.score IS NOT NULL OR f.success IS NOT NULL)
    GROUP BY f.task_hash
)
SELECT t.is_challenger,
       t.task_hash,
       t.t0,
       t.latency_ms,
       t.crossed,
       t.all_marks & 32 <> 0 AS without_id,
       t.calls,
       coalesce(t.total_pico, 0) AS total_pico,
       t.unpriced,
       coalesce(t.cost_pico, 0) AS cost_pico,
       t.cost_missing,
       coalesce(t.overflow_pico, 0) AS overflow_pico,
       t.marks & 4 <> 0 AS error,
       t.marks & 8 <> 0 AS fallthrough,
       t.marks & 16 <> 0 AS refused,
       t.late,
       CAST(coalesce(t.cost_pico, 0) AS DOUBLE) / 1e12 AS y,
       ln(1 + t.estimated) AS x,
       h.task_hash IS NOT NULL AS heard,
       h.outcome AS outcome
FROM task t LEFT JOIN heard h ON t.task_hash = h.task_hash
