-- Benches and pauses: names, each until an end, the latest one told.
-- KEYS: a sorted set of names by their end
-- ARGV: for each new one its name and how long it runs in ms
-- Returns: for each that runs its name and how long it still does in ms
local now = now_millis()
for i = 1, #ARGV, 2 do
  local ends = now + ARGV[i + 1]
  local known = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if not known or tonumber(known) < ends then
    redis.call('ZADD', KEYS[1], string.format('%.0f', ends), ARGV[i])
  end
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))
local running = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for i = 2, #running, 2 do
  running[i] = string.format('%.0f', running[i] - now)
end
return running
