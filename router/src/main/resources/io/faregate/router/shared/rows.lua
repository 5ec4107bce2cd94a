-- What the rows of a replica say it was charged replaces what it had drawn, once it can draw no more.
-- KEYS: live, account
-- ARGV: replica, charged, time to live ms
-- Returns: 1 when that is done, 0 while the replica may be alive
local ch, cl = pair(ARGV[2])
local rh, rl = told(KEYS[2], ARGV[1], ch, cl)
redis.call('PEXPIRE', KEYS[2], ARGV[3])
if not less(ch, cl, rh, rl) then
  return 1
end
local lease = redis.call('ZSCORE', KEYS[1], ARGV[1])
if lease and tonumber(lease) > now_millis() then
  return 0
end
local dh, dl = pair(redis.call('HGET', KEYS[2], 'drawn'))
local uh, ul = minus(rh, rl, ch, cl)
redis.call('HSET', KEYS[2], 'drawn', text(minus(dh, dl, uh, ul)), 'drawn:' .. ARGV[1], ARGV[2])
return 1
