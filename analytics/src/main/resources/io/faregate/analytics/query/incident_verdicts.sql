-- Recorded verdicts that differ from the one recorded before them in the same epoch.
SELECT route, experiment, epoch, epoch_us(ts) AS ts_us, verdict, said_before
FROM (SELECT route, experiment, epoch, ts, record_id, verdict,
             lag(verdict) OVER (PARTITION BY route, experiment, epoch_label ORDER BY ts, record_id) AS said_before
      FROM evaluations
      WHERE ts >= make_timestamp($since) - INTERVAL 30 DAY)
WHERE ts > make_timestamp($since) AND said_before IS NOT NULL AND said_before <> verdict
ORDER BY ts, record_id
