SELECT epoch_us(ts) AS ts_us, verdict FROM evaluations
WHERE route = $route AND experiment = $experiment AND epoch_label = $label
ORDER BY ts, record_id
