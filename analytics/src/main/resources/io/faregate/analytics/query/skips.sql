-- Why targets were passed over without a call, and how calls to them failed: one row of a call can name many.
WITH seen AS (
    SELECT skipped, attempts
    FROM calls
    WHERE ts >= make_timestamp($from) AND ts < make_timestamp($to)
      AND ($route IS NULL OR route = $route)
      AND (length(skipped) > 2 OR fallthrough OR outcome IN ('failed', 'truncated'))
),
skip AS (
    SELECT unnest(from_json(skipped, '[{"target":"VARCHAR","reason":"VARCHAR"}]')) AS s
    FROM seen
    WHERE skipped IS NOT NULL
),
failure AS (
    SELECT unnest(from_json(attempts, '[{"target":"VARCHAR","result":"VARCHAR","class":"VARCHAR"}]')) AS a
    FROM seen
    WHERE attempts IS NOT NULL
)
SELECT 'skipped' AS what, s.target AS target, s.reason AS reason, count(*) AS times FROM skip GROUP BY ALL
UNION ALL
SELECT a.result, a.target, a.class, count(*) FROM failure WHERE a.result IN ('failed', 'truncated') GROUP BY ALL
ORDER BY times DESC, what, target, reason
LIMIT 1000
