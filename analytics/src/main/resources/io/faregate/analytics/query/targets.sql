-- Which target each arm of an epoch was assigned, else mostly served by.
SELECT arm, coalesce(arg_max(assigned_target, order_key), mode(target)) AS target
FROM calls
WHERE route = $route AND coalesce(experiment, '') = $experiment AND epoch_label = $label AND arm IS NOT NULL
GROUP BY arm
