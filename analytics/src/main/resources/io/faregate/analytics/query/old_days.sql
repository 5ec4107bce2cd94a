-- The days before a time whose rows had all come in before it too, oldest first: what was filled in later stays as
-- long after it came as other rows do.
SELECT CAST(epoch_us(day) // 86400000000 AS BIGINT) AS epoch_day
FROM (
    SELECT date_trunc('day', ts) AS day, ingested_at FROM calls WHERE ts < make_timestamp($before)
    UNION ALL
    SELECT date_trunc('day', ts), ingested_at FROM feedback WHERE ts < make_timestamp($before)
    UNION ALL
    SELECT date_trunc('day', ts), ingested_at FROM decisions WHERE ts < make_timestamp($before)
)
GROUP BY day
HAVING max(ingested_at) < make_timestamp($before)
ORDER BY day
