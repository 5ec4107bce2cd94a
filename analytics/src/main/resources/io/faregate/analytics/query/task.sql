SELECT *, epoch_us(ts) AS ts_us, epoch_us(ended_at) AS ended_at_us 
FROM calls
WHERE task_id = $task ORDER BY order_key
