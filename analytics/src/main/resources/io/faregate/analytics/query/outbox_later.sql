UPDATE webhook_outbox SET tries = tries + 1, due_at = make_timestamp($due)
WHERE event_id = $event_id AND address = $address
