UPDATE incidents SET closed_at = make_timestamp($closed)
WHERE kind = $kind AND subject = $subject AND opened_at = make_timestamp($opened)
