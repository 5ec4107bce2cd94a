DELETE FROM webhook_outbox WHERE event_id = $event_id AND address = $address
