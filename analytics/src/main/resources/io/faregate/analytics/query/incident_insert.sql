INSERT INTO incidents
VALUES ($kind, $subject, $observed, $usual, $detail, make_timestamp($opened), make_timestamp($closed))
