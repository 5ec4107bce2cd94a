-- Which target served what share of a route's calls, by arm; a call that nobody served is not in it.
SELECT route, arm, target, count(*) AS calls, count(*) FILTER (fallthrough) AS fallthroughs
FROM calls
WHERE ts >= make_timestamp($from) AND ts < make_timestamp($to) AND outcome = 'served'
  AND ($route IS NULL OR route = $route)
GROUP BY ALL
ORDER BY route, arm NULLS LAST, calls DESC, target
LIMIT 1000
