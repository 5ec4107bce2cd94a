-- Which target each arm of an epoch was assigned, where the shapes of its calls name just one: they are few. "told" is
-- whether that is so.
SELECT arm,
       min(assigned_target) AS target,
       count(assigned_target) = count(*) AND min(assigned_target) = max(assigned_target) AS told
FROM shapes
WHERE epoch_id = $epoch_id
GROUP BY arm
