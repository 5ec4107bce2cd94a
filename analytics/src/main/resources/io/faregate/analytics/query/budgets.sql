-- What the budgets of a day were charged, and what is known to have been spent: everybody's, each key's, each route's.
SELECT grouping("key") = 1 AND grouping(route) = 1 AS is_global,
       grouping("key") = 0 AS is_key,
       coalesce("key", route) AS name,
       count(*) AS calls,
       sum(charged_pico) AS charged_pico,
       sum(cost_pico) AS cost_pico,
       count(*) FILTER (outcome = 'refused' AND status = 402) AS refused
FROM calls
WHERE ts >= make_timestamp($from) AND ts < make_timestamp($to)
GROUP BY GROUPING SETS ((), ("key"), (route))
HAVING is_global OR name IS NOT NULL
ORDER BY is_global DESC, is_key DESC, charged_pico DESC NULLS LAST, name
