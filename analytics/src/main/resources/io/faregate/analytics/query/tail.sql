-- The dearest mature tasks of each arm, and what the arm cost: $dearest of them.
WITH ranked AS (
    SELECT is_challenger, task_hash, t0, calls, cost_pico,
           row_number() OVER (PARTITION BY is_challenger ORDER BY cost_pico DESC, task_hash) AS place,
           sum(cost_pico) OVER (PARTITION BY is_challenger) AS arm_pico,
           count(*) OVER (PARTITION BY is_challenger) AS arm_tasks
    FROM #cohort
    WHERE t0 + $maturity <= $now AND NOT cost_missing
)
SELECT r.is_challenger, r.place, r.calls, r.cost_pico, r.arm_pico, r.arm_tasks, r.t0,
       (SELECT min(c.task_id) FROM calls c WHERE c.task_hash = r.task_hash) AS task_id
FROM ranked r
WHERE r.place <= $dearest
ORDER BY r.is_challenger, r.place
