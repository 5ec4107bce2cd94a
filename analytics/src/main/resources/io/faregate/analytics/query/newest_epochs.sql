-- The epoch of each route that got a call last.
SELECT route, arg_max(id, last_key) AS id, arg_max(experiment, last_key) AS experiment,
       max(last_key) // 1024 AS last_us
FROM epochs
GROUP BY route
