-- What the rows of a replica say it was charged replaces what it had drawn, once it can draw no more.
-- KEYS: live, account...
-- ARGV: replica, its lease as it stood before the rows were read or '-', then for each account what was charged and its
-- time to live in ms
-- Returns: 1 when that is done, 0 while the replica may be alive, -1 when it has shown itself since and may have spent more
local lease = redis.call('ZSCORE', KEYS[1], ARGV[1])
local since = lease and (ARGV[2] == '-' or tonumber(lease) ~= tonumber(ARGV[2]))
local gone = not since and not (lease and tonumber(lease) > now_millis())
for i = 2, #KEYS do
  local account, ch, cl = KEYS[i], pair(ARGV[2 * i - 1])
  local rh, rl = told(account, ARGV[1], ch, cl)
  if gone and less(ch, cl, rh, rl) then
    local dh, dl = pair(redis.call('HGET', account, 'drawn'))
    local uh, ul = minus(rh, rl, ch, cl)
    redis.call('HSET', account, 'drawn', text(minus(dh, dl, uh, ul)), 'drawn:' .. ARGV[1], ARGV[2 * i - 1])
  end
  redis.call('PEXPIRE', account, ARGV[2 * i])
end
return since and -1 or (gone and 1 or 0)
