-- From the first to the last call of a range.
SELECT coalesce(epoch_us(max(ts)) - epoch_us(min(ts)), 0) AS span_us
FROM calls
WHERE ts >= make_timestamp($from) AND ts < make_timestamp($to)
