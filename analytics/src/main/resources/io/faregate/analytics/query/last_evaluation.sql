SELECT record_id, epoch_us(ts) AS ts_us, verdict, state
FROM evaluations
WHERE route = $route AND experiment = $experiment AND epoch_label = $label
ORDER BY ts DESC, record_id DESC
LIMIT 1
