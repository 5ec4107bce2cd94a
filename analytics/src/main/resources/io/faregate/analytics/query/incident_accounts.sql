SELECT coalesce(model, '') AS model, count(*) AS calls, sum(cost_pico) AS ours, sum(provider_cost_pico) AS theirs
FROM calls
WHERE ts >= make_timestamp($since) AND ts < make_timestamp($now)
  AND cost_pico IS NOT NULL AND provider_cost_pico IS NOT NULL
GROUP BY ALL
ORDER BY model
