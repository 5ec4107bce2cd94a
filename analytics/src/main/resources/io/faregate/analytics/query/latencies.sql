-- The order statistics of one arm at the ranks asked for; a rank is 1 for the smallest.
WITH sorted AS (
    SELECT list_sort(list(latency_ms)) AS all_of_them
    FROM #cohort
    WHERE is_challenger = $is_challenger AND t0 + $maturity <= $now AND latency_ms IS NOT NULL
)
SELECT wanted.rank, list_extract(sorted.all_of_them, wanted.rank) AS latency_ms
FROM sorted, (SELECT unnest(CAST($ranks AS BIGINT[])) AS rank) AS wanted
