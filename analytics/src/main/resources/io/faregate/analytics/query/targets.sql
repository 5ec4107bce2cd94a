-- Which target each arm of an epoch was assigned, else mostly served by.
SELECT arm, coalesce(arg_max(assigned_target, order_key), mode(target)) AS target
FROM calls
WHERE epoch_id = $epoch_id
GROUP BY arm
