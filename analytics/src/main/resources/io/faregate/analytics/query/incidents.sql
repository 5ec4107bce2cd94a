-- Incidents that lasted at some time of a range, newest first, of those begun by a time.
SELECT kind, subject, observed, usual, detail, epoch_us(opened_at) AS opened_us, epoch_us(closed_at) AS closed_us,
       count(*) OVER () AS total, count(*) FILTER (closed_at IS NULL) OVER () AS open_count
FROM incidents
WHERE opened_at < make_timestamp($to) AND (closed_at IS NULL OR closed_at >= make_timestamp($from))
  AND opened_at <= make_timestamp($as_of) AND (NOT $only_open OR closed_at IS NULL)
ORDER BY opened_at DESC, kind, subject
LIMIT $limit OFFSET $skip
