-- The newest calls of a range, from a cursor on; the order is total, so that no page repeats or omits a row. Which they
-- are is found out first, by a few columns: of all the calls nobody wants the long ones. Used once, so that it is never
-- gathered whole, whatever the optimizer makes of what is used twice.
WITH wanted AS (
    SELECT order_key, row_id FROM calls
    WHERE ts >= make_timestamp($from) AND ts < make_timestamp($to)
      AND order_key <= $before_key AND (order_key < $before_key OR row_id < $before_id)
      AND ($route IS NULL OR route = $route)
      AND ($target IS NULL OR target = $target)
      AND ($outcome IS NULL OR outcome = $outcome)
      AND ($arm IS NULL OR arm = $arm)
      AND ($key IS NULL OR "key" = $key)
    ORDER BY order_key DESC, row_id DESC
    LIMIT $limit
)
SELECT c.*, epoch_us(c.ts) AS ts_us, epoch_us(c.ended_at) AS ended_at_us
FROM calls c SEMI JOIN wanted w ON c.order_key = w.order_key AND c.row_id = w.row_id
ORDER BY c.order_key DESC, c.row_id DESC
