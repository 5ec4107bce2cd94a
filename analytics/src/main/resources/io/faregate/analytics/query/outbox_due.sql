SELECT event_id, address, body, tries FROM webhook_outbox WHERE due_at <= make_timestamp($now) ORDER BY due_at, event_id LIMIT 20
