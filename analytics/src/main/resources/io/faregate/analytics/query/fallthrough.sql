-- Per head of the chain and bucket of time: calls, and how many fell through to a later target.
SELECT coalesce(assigned_target, target) AS target,
       epoch_us(time_bucket(to_microseconds($bucket), ts)) AS bucket_us,
       count(*) AS calls,
       count(*) FILTER (fallthrough) AS fallthroughs
FROM calls
WHERE ts >= make_timestamp($from) AND ts < make_timestamp($to)
GROUP BY ALL
ORDER BY bucket_us, target
