-- Per head of the chain: calls and fall-throughs of the last hour, and of the day before it.
SELECT coalesce(assigned_target, target) AS target,
       count(*) FILTER (ts >= make_timestamp($recent)) AS calls,
       count(*) FILTER (ts >= make_timestamp($recent) AND fallthrough) AS fell,
       count(*) FILTER (ts < make_timestamp($recent)) AS usual_calls,
       count(*) FILTER (ts < make_timestamp($recent) AND fallthrough) AS usual_fell
FROM calls
WHERE ts >= make_timestamp($since) AND ts < make_timestamp($now) AND coalesce(assigned_target, target) IS NOT NULL
GROUP BY ALL
ORDER BY target
