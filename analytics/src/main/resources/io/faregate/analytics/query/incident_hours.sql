-- What each of the hours before a time cost, the newest being 0; hours are counted back from it.
SELECT (epoch_us(make_timestamp($now)) - epoch_us(ts) - 1) // 3600000000 AS hours_ago,
       coalesce(sum(cost_pico), 0) AS cost_pico
FROM calls
WHERE ts >= make_timestamp($since) AND ts < make_timestamp($now)
GROUP BY ALL
