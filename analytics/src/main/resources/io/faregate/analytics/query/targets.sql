-- Which target each arm of an epoch was assigned, else mostly served by. Counting the latter is dear, and needed only
-- for rows that do not say to what they were assigned.
SELECT arm, coalesce(arg_max(assigned_target, order_key), mode(target) FILTER (assigned_target IS NULL)) AS target
FROM calls
WHERE epoch_id = $epoch_id
GROUP BY arm
