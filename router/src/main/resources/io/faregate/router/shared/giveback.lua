-- KEYS: account
-- ARGV: replica, sequence, amount
local replica = ARGV[1]
if redis.call('HGET', KEYS[1], 'back:' .. replica) == ARGV[2] then
  return 0
end
local rh, rl = pair(redis.call('HGET', KEYS[1], 'drawn:' .. replica))
local ah, al = pair(ARGV[3])
if less(rh, rl, ah, al) then
  return 0
end
local dh, dl = pair(redis.call('HGET', KEYS[1], 'drawn'))
redis.call(
  'HSET', KEYS[1],
  'drawn', text(minus(dh, dl, ah, al)),
  'drawn:' .. replica, text(minus(rh, rl, ah, al)),
  'back:' .. replica, ARGV[2])
return 1
