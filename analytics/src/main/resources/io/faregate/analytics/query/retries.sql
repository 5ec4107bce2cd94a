-- Earlier experiments of the same route and challenger that reached the gates.
SELECT count(DISTINCT e.experiment) AS retries
FROM evaluations e
WHERE e.route = $route
  AND e.challenger = $challenger
  AND e.experiment <> $experiment
  AND e.gates_open
  AND (SELECT min(first_key) FROM epochs p WHERE p.route = e.route AND p.experiment = e.experiment)
      < (SELECT min(first_key) FROM epochs p WHERE p.route = $route AND p.experiment = $experiment)
