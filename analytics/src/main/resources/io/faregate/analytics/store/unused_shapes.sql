-- Shapes whose calls have left. Of each epoch one a target stays: they tell what its arms were assigned.
DELETE FROM shapes
WHERE shape_id NOT IN (SELECT shape_id FROM call_rows)
    AND (
        epoch_id IS NULL
        OR shape_id NOT IN (SELECT min(shape_id) FROM shapes GROUP BY epoch_id, arm, assigned_target)
    )
