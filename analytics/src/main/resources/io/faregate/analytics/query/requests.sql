-- The newest calls of a range, from a cursor on; the order is total, so that no page repeats or omits a row. Which they
-- are is found out first, by a few columns: of all the calls nobody wants the long ones.
WITH wanted AS (
    SELECT * FROM calls
    WHERE ts >= make_timestamp($from) AND ts < make_timestamp($to)
      AND order_key <= $before_key AND (order_key < $before_key OR row_id < $before_id)
      AND ($route IS NULL OR route = $route)
      AND ($target IS NULL OR target = $target)
      AND ($outcome IS NULL OR outcome = $outcome)
      AND ($arm IS NULL OR arm = $arm)
      AND ($key IS NULL OR "key" = $key)
)
SELECT *, epoch_us(ts) AS ts_us, epoch_us(ended_at) AS ended_at_us
FROM wanted
WHERE order_key IN (SELECT order_key FROM wanted ORDER BY order_key DESC, row_id DESC LIMIT $limit)
ORDER BY order_key DESC, row_id DESC
LIMIT $limit
