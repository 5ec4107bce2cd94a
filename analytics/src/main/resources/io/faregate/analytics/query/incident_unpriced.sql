SELECT coalesce(model, '') AS model, count(*) AS calls
FROM calls
WHERE ts >= make_timestamp($recent) AND ts < make_timestamp($now) AND cost_pico IS NULL
GROUP BY ALL
ORDER BY model
