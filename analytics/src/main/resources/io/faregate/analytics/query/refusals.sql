-- What the router itself refused: the budgets' word, the limits', the keys'; by why, whose and which route.
SELECT error_code, status, "key", route,
       count(*) AS calls,
       count(DISTINCT task_hash) AS tasks,
       epoch_us(max(ts)) AS last_us
FROM calls
WHERE ts >= make_timestamp($from) AND ts < make_timestamp($to) AND outcome = 'refused'
  AND ($route IS NULL OR route = $route)
GROUP BY ALL
ORDER BY calls DESC, error_code, status, "key", route
LIMIT 1000
