SELECT count(*) AS n FROM rejected WHERE seen_at >= make_timestamp($recent) AND seen_at < make_timestamp($now)
