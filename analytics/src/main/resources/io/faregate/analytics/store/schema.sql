-- Times are UTC without a zone, money is picodollars (10^-12 dollar) in BIGINT, JSON values are their text.

-- What a call has of its own. Together with its shape it is a row of the view "calls", which is what is asked.
CREATE TABLE IF NOT EXISTS call_rows (
    shape_id INTEGER NOT NULL,
    -- ts in microseconds * 1024 + 10 bits of the row id: one order of a task's calls, whatever order they came in
    order_key BIGINT NOT NULL,
    ingested_at TIMESTAMP NOT NULL,
    -- 64 bits of the task id: tasks are gathered by it, and shown by the id
    task_hash BIGINT NOT NULL,
    -- what of the cost and tokens the serving target stands for: the row's less what attempt_spend holds
    residual_pico BIGINT,
    residual_input BIGINT,
    residual_output BIGINT,
    "row_id" VARCHAR NOT NULL,
    "ts" TIMESTAMP NOT NULL,
    "ended_at" TIMESTAMP,
    "request_id" VARCHAR,
    "task_id" VARCHAR NOT NULL,
    "input_tokens" BIGINT,
    "cached_input_tokens" BIGINT,
    "cache_write_tokens" BIGINT,
    "cache_write_1h_tokens" BIGINT,
    "output_tokens" BIGINT,
    "reasoning_tokens" BIGINT,
    "audio_input_tokens" BIGINT,
    "audio_output_tokens" BIGINT,
    "units" BIGINT,
    "estimated_input_tokens" BIGINT,
    "asked_output_tokens" BIGINT,
    "set_max_tokens" BIGINT,
    "cost_pico" BIGINT,
    "charged_pico" BIGINT,
    "provider_cost_pico" BIGINT,
    "latency_ms" DOUBLE,
    "first_token_ms" DOUBLE,
    "attempts" VARCHAR,
    "day_total_pico" BIGINT
);
-- What a call shares with many others. Two numbers may stand for one shape. Shapes leave after their
-- last call, but for one a target of an arm of an epoch.
CREATE TABLE IF NOT EXISTS shapes (
    shape_id INTEGER NOT NULL,
    -- of the table "epochs"; null outside experiments
    epoch_id INTEGER,
    -- what a task is asked about its calls, a bit each, so that one bit_or answers all: 1 primary, 2 challenger,
    -- 4 failed or truncated, 8 served by another than the first, 16 refused by a budget, 32 no task id given,
    -- 64 outside experiments
    marks INTEGER NOT NULL,
    "schema" BIGINT,
    "instance" VARCHAR,
    "task_given" BOOLEAN,
    "key" VARCHAR,
    "route" VARCHAR,
    "experiment" VARCHAR,
    "arm" VARCHAR,
    "share" DOUBLE,
    "assigned_target" VARCHAR,
    "epoch_key" VARCHAR,
    "surface" VARCHAR,
    "needs" VARCHAR,
    "requested_model" VARCHAR,
    "target" VARCHAR,
    "provider" VARCHAR,
    "model" VARCHAR,
    "stream" BOOLEAN,
    "status" BIGINT,
    "outcome" VARCHAR,
    "error_code" VARCHAR,
    "service_tier" VARCHAR,
    "usage_source" VARCHAR,
    "price_version" VARCHAR,
    "fallthrough" BOOLEAN,
    "skipped" VARCHAR,
    "router_version" VARCHAR
);

-- Attempts that cost something beside the serving one; each with what its call is grouped by.
CREATE TABLE IF NOT EXISTS attempt_spend (
    row_id VARCHAR NOT NULL,
    ts TIMESTAMP NOT NULL,
    task_id VARCHAR NOT NULL,
    "key" VARCHAR,
    route VARCHAR,
    experiment VARCHAR,
    arm VARCHAR,
    target VARCHAR,
    provider VARCHAR,
    model VARCHAR,
    cost_pico BIGINT,
    input_tokens BIGINT,
    output_tokens BIGINT,
    ingested_at TIMESTAMP
);
-- Older files lack it.
ALTER TABLE attempt_spend ADD COLUMN IF NOT EXISTS ingested_at TIMESTAMP;

CREATE TABLE IF NOT EXISTS feedback (
    ingested_at TIMESTAMP NOT NULL,
    task_hash BIGINT NOT NULL,
    "schema" BIGINT,
    "row_id" VARCHAR NOT NULL,
    "ts" TIMESTAMP NOT NULL,
    "instance" VARCHAR,
    "task_id" VARCHAR NOT NULL,
    "key" VARCHAR,
    "success" BOOLEAN,
    "score" DOUBLE,
    "final" BOOLEAN
);

CREATE TABLE IF NOT EXISTS decisions (
    ingested_at TIMESTAMP NOT NULL,
    "schema" BIGINT,
    "row_id" VARCHAR NOT NULL,
    "ts" TIMESTAMP NOT NULL,
    "instance" VARCHAR,
    "route" VARCHAR,
    "experiment" VARCHAR,
    "epoch" BIGINT,
    "verdict" VARCHAR,
    "action" VARCHAR,
    "actor" VARCHAR,
    "reasons" VARCHAR,
    "before" VARCHAR,
    "after" VARCHAR
);

-- First and last call with an arm of each epoch; the numbering of epochs follows from the first.
CREATE TABLE IF NOT EXISTS epochs (
    id INTEGER NOT NULL,
    route VARCHAR NOT NULL,
    experiment VARCHAR NOT NULL,
    -- the epoch_key, or the share where there is none
    epoch_label VARCHAR NOT NULL,
    share DOUBLE,
    first_key BIGINT NOT NULL,
    last_key BIGINT NOT NULL,
    PRIMARY KEY (route, experiment, epoch_label)
);

-- The attribution window under which a route's rows were last taken, and how often it had changed.
CREATE TABLE IF NOT EXISTS windows (
    route VARCHAR PRIMARY KEY,
    window_us BIGINT NOT NULL,
    generation INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS rejected (
    seen_at TIMESTAMP NOT NULL,
    source VARCHAR NOT NULL,
    position BIGINT NOT NULL,
    reason VARCHAR NOT NULL,
    line VARCHAR NOT NULL
);

-- Counts that outlive the rows they were taken from.
CREATE TABLE IF NOT EXISTS tally (
    name VARCHAR NOT NULL,
    route VARCHAR NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (name, route)
);

CREATE TABLE IF NOT EXISTS tail (
    file_key VARCHAR PRIMARY KEY,
    path VARCHAR NOT NULL,
    position BIGINT NOT NULL,
    head VARCHAR NOT NULL,
    head_length INTEGER NOT NULL
);

-- Every recorded look at an epoch, never changed; "record" holds all that the rule was given, so that it can be asked
-- again, and "state" what the next look starts from.
CREATE TABLE IF NOT EXISTS evaluations (
    record_id VARCHAR NOT NULL,
    ts TIMESTAMP NOT NULL,
    route VARCHAR NOT NULL,
    experiment VARCHAR NOT NULL,
    epoch_label VARCHAR NOT NULL,
    epoch BIGINT NOT NULL,
    challenger VARCHAR,
    tasks BIGINT NOT NULL,
    verdict VARCHAR NOT NULL,
    gates_open BOOLEAN NOT NULL,
    state VARCHAR NOT NULL,
    record VARCHAR NOT NULL
);

-- What was out of the usual, from when to when; figures are decimal texts.
CREATE TABLE IF NOT EXISTS incidents (
    kind VARCHAR NOT NULL,
    subject VARCHAR NOT NULL,
    observed VARCHAR,
    usual VARCHAR,
    detail VARCHAR NOT NULL,
    opened_at TIMESTAMP NOT NULL,
    closed_at TIMESTAMP
);

-- What webhooks are still to be told: written with the change it tells of, gone once told. The address is known by its
-- digest alone, since addresses hold secrets.
CREATE TABLE IF NOT EXISTS webhook_outbox (
    event_id VARCHAR NOT NULL,
    address VARCHAR NOT NULL,
    body VARCHAR NOT NULL,
    tries INTEGER NOT NULL,
    due_at TIMESTAMP NOT NULL
);

-- The files that hold what left the tables above: by name in the archive's folder. While "done" is false the rows are
-- still here and the file, if there is one, counts for nothing.
CREATE TABLE IF NOT EXISTS archive (
    file VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    day DATE NOT NULL,
    n BIGINT NOT NULL,
    done BOOLEAN NOT NULL
);
