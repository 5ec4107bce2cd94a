-- Calls with all their fields: after the first eight columns, in the order of row.Field.
CREATE OR REPLACE VIEW calls AS
SELECT
    c."order_key", c."ingested_at", c."task_hash", s."epoch_id", s."marks", c."residual_pico", c."residual_input",
    c."residual_output", s."schema", c."row_id", c."ts", c."ended_at", s."instance", c."request_id", c."task_id",
    s."task_given", s."key", s."route", s."experiment", s."arm", s."share", s."assigned_target", s."epoch_key",
    s."surface", s."needs", s."requested_model", s."target", s."provider", s."model", s."stream", s."status",
    s."outcome", s."error_code", c."input_tokens", c."cached_input_tokens", c."cache_write_tokens",
    c."cache_write_1h_tokens", c."output_tokens", c."reasoning_tokens", c."audio_input_tokens",
    c."audio_output_tokens", c."units", s."service_tier", s."usage_source", c."estimated_input_tokens",
    c."asked_output_tokens", c."set_max_tokens", c."cost_pico", c."charged_pico", c."provider_cost_pico",
    s."price_version", c."latency_ms", c."first_token_ms", s."fallthrough", c."attempts", s."skipped",
    c."day_total_pico", s."router_version"
FROM call_rows c JOIN shapes s ON c.shape_id = s.shape_id
