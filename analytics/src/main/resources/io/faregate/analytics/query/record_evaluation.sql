INSERT INTO evaluations
VALUES ($record_id, make_timestamp($ts), $route, $experiment, $label, $epoch, $challenger, $tasks, $verdict, $gates_open, $state, $record)
