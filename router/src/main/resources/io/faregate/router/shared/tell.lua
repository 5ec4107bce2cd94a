-- A sign of life, and what a replica has drawn of any number of accounts.
-- KEYS: meta, live, account...
-- ARGV: replica, grace ms, lease ms, then for each account what was drawn, what has been seen to be drawn by all in
-- data that are lost, and its time to live in ms
-- Returns: generation, ms until it opens, then for each account what is drawn by all
local current, opens_in, now = generation(KEYS[1], tonumber(ARGV[2]))
alive(KEYS[2], ARGV[1], tonumber(ARGV[3]), now)
local answer = {current, opens_in}
for i = 3, #KEYS do
  told(KEYS[i], ARGV[1], pair(ARGV[3 * i - 5]))
  answer[i] = text(seen(KEYS[i], pair(ARGV[3 * i - 4])))
  redis.call('PEXPIRE', KEYS[i], ARGV[3 * i - 3])
end
return answer
