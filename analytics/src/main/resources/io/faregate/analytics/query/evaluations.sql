-- Recorded evaluations, newest first: one by its id, or those of a route.
SELECT record_id, epoch_us(ts) AS ts_us, route, experiment, epoch, challenger, tasks, verdict, record
FROM evaluations
WHERE record_id = coalesce($record_id, record_id) AND route = coalesce($route, route)
ORDER BY ts DESC, record_id DESC
LIMIT 100
