INSERT INTO webhook_outbox VALUES ($event_id, $address, $body, 0, make_timestamp($due))
