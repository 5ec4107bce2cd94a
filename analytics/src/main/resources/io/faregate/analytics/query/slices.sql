-- Tasks of each arm by a trait of their first call with an arm: count and spread of what they cost.
WITH first_call AS (
    SELECT t.task_hash, arg_min(#slice, c.order_key) AS slice
    FROM #cohort t JOIN calls c ON c.task_hash = t.task_hash
    WHERE c.route = $route AND c.order_key // 1024 >= t.t0 AND c.arm IS NOT NULL
    GROUP BY t.task_hash
),
sliced AS (
    SELECT t.is_challenger, coalesce(f.slice, '') AS slice, t.y, t.error
    FROM #cohort t LEFT JOIN first_call f ON f.task_hash = t.task_hash
    WHERE t.t0 + $maturity <= $now AND NOT t.cost_missing
)
SELECT slice, is_challenger, count(*) AS n, avg(y) AS mean, var_pop(y) * count(*) AS m2, count(*) FILTER (error) AS errors
FROM sliced
GROUP BY slice, is_challenger
ORDER BY slice, is_challenger DESC
