-- The first call of any task that has one in the epoch: without it the task would seem to have begun later.
SELECT min(order_key) // 1024 AS first_us
FROM calls
WHERE route = $route AND task_hash IN (SELECT task_hash FROM calls WHERE route = $route AND epoch_id = $epoch_id)
