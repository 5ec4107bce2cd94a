-- The epochs of a route, numbered by first appearance; the one with the newest call is the one that runs.
SELECT id, experiment, epoch_label, share, first_key // 1024 AS first_us, last_key // 1024 AS last_us,
       row_number() OVER (ORDER BY first_key, epoch_label) AS number
FROM epochs
WHERE route = $route
ORDER BY last_key DESC, number DESC
