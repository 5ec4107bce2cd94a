SELECT route, experiment, max(last_key) AS last_key FROM epochs GROUP BY route, experiment ORDER BY last_key DESC
