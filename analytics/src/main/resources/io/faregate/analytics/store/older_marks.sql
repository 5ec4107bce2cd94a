-- The oldest files lack it; others are refused by a limit or a key, which is no sign of what a model costs.
ALTER TABLE calls ADD COLUMN IF NOT EXISTS marks INTEGER;
UPDATE calls
SET marks = CASE arm WHEN 'primary' THEN 1 WHEN 'challenger' THEN 2 ELSE 0 END
    + CASE WHEN outcome IN ('failed', 'truncated') THEN 4 ELSE 0 END
    + CASE WHEN fallthrough THEN 8 ELSE 0 END
    + CASE
          WHEN outcome = 'refused' AND (status = 402 OR error_code = 'unpriced' OR error_code LIKE '%budget%') THEN 16
          ELSE 0
      END
    + CASE WHEN NOT task_given THEN 32 ELSE 0 END
    + CASE WHEN epoch_id IS NULL THEN 64 ELSE 0 END
WHERE marks IS NULL;
