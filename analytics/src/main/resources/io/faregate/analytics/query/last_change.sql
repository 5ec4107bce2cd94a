-- The newest change of a route's canary over the admin surface that a router's rows tell of, whoever made it.
SELECT epoch_us(ts) AS ts_us, action, actor, reasons
FROM decisions
WHERE route = $route
ORDER BY ts DESC, row_id DESC
LIMIT 1
