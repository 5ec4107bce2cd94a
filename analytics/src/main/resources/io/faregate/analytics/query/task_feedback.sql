SELECT epoch_us(ts) AS ts_us, success, score, final FROM feedback WHERE task_id = $task ORDER BY ts DESC, row_id DESC LIMIT 1
