-- Files of before there were shapes have the calls in one table.
INSERT INTO shapes
SELECT (SELECT coalesce(max(shape_id), 0) FROM shapes) + row_number() OVER (), *
FROM (
    SELECT DISTINCT
        epoch_id, marks, "schema", "instance", "task_given", "key", "route", "experiment", "arm", "share",
        "assigned_target", "epoch_key", "surface", "needs", "requested_model", "target", "provider", "model",
        "stream", "status", "outcome", "error_code", "service_tier", "usage_source", "price_version",
        "fallthrough", "skipped", "router_version"
    FROM calls
);
INSERT INTO call_rows
SELECT s.shape_id,
       c."order_key", c."ingested_at", c."task_hash", c."residual_pico", c."residual_input", c."residual_output",
       c."row_id", c."ts", c."ended_at", c."request_id", c."task_id", c."input_tokens", c."cached_input_tokens",
       c."cache_write_tokens", c."cache_write_1h_tokens", c."output_tokens", c."reasoning_tokens",
       c."audio_input_tokens", c."audio_output_tokens", c."units", c."estimated_input_tokens",
       c."asked_output_tokens", c."set_max_tokens", c."cost_pico", c."charged_pico", c."provider_cost_pico",
       c."latency_ms", c."first_token_ms", c."attempts", c."day_total_pico"
FROM calls c JOIN shapes s
    ON c."epoch_id" IS NOT DISTINCT FROM s."epoch_id"
    AND c."marks" IS NOT DISTINCT FROM s."marks"
    AND c."schema" IS NOT DISTINCT FROM s."schema"
    AND c."instance" IS NOT DISTINCT FROM s."instance"
    AND c."task_given" IS NOT DISTINCT FROM s."task_given"
    AND c."key" IS NOT DISTINCT FROM s."key"
    AND c."route" IS NOT DISTINCT FROM s."route"
    AND c."experiment" IS NOT DISTINCT FROM s."experiment"
    AND c."arm" IS NOT DISTINCT FROM s."arm"
    AND c."share" IS NOT DISTINCT FROM s."share"
    AND c."assigned_target" IS NOT DISTINCT FROM s."assigned_target"
    AND c."epoch_key" IS NOT DISTINCT FROM s."epoch_key"
    AND c."surface" IS NOT DISTINCT FROM s."surface"
    AND c."needs" IS NOT DISTINCT FROM s."needs"
    AND c."requested_model" IS NOT DISTINCT FROM s."requested_model"
    AND c."target" IS NOT DISTINCT FROM s."target"
    AND c."provider" IS NOT DISTINCT FROM s."provider"
    AND c."model" IS NOT DISTINCT FROM s."model"
    AND c."stream" IS NOT DISTINCT FROM s."stream"
    AND c."status" IS NOT DISTINCT FROM s."status"
    AND c."outcome" IS NOT DISTINCT FROM s."outcome"
    AND c."error_code" IS NOT DISTINCT FROM s."error_code"
    AND c."service_tier" IS NOT DISTINCT FROM s."service_tier"
    AND c."usage_source" IS NOT DISTINCT FROM s."usage_source"
    AND c."price_version" IS NOT DISTINCT FROM s."price_version"
    AND c."fallthrough" IS NOT DISTINCT FROM s."fallthrough"
    AND c."skipped" IS NOT DISTINCT FROM s."skipped"
    AND c."router_version" IS NOT DISTINCT FROM s."router_version";
