-- Rows of the route since the epoch began, and the counts that outlive rows.
SELECT (SELECT count(*) FROM calls WHERE route = $route AND order_key >= $first_key) AS call_rows,
       (SELECT coalesce(sum(n), 0) FROM tally WHERE name = 'duplicate' AND route = $route) AS duplicates,
       (SELECT coalesce(sum(n), 0) FROM tally WHERE name = 'rejected') AS rejected
