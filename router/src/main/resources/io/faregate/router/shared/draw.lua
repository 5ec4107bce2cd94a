-- Draws of any number of accounts at once.
-- KEYS: meta, live, account...
-- ARGV: replica, grace ms, lease ms, generation, then for each account in one text: sequence, cap, least, what was drawn
-- before, shares a replica, time to live ms
-- Returns: outcome, generation, ms until it opens, then for each account in one text what is granted and what is drawn
-- by all
local current, opens_in, now = generation(KEYS[1], tonumber(ARGV[2]))
alive(KEYS[2], ARGV[1], tonumber(ARGV[3]), now)
if current ~= ARGV[4] then
  return {'tell', current, opens_in}
end
if opens_in > 0 then
  return {'wait', current, opens_in}
end
local replica = ARGV[1]
local drawn_by, last_of = 'drawn:' .. replica, 'last:' .. replica
local replicas = math.max(1, redis.call('ZCOUNT', KEYS[2], string.format('%.0f', now), '+inf'))
local answer = {'ok', current, 0}

for i = 3, #KEYS do
  local account = KEYS[i]
  local sequence, ch, cl, eh, el, th, tl, shares, life = string.match(
    ARGV[i + 2], '^(%d+) (-?%d+) (%d+) (-?%d+) (%d+) (%d+) (%d+) (%d+) (%d+)$')
  ch, cl, eh, el = tonumber(ch), tonumber(cl), tonumber(eh), tonumber(el)
  th, tl, shares = tonumber(th), tonumber(tl), tonumber(shares) * replicas
  local known = redis.call('HMGET', account, 'drawn', drawn_by, last_of)
  local dh, dl = pair(known[1])
  local rh, rl = pair(known[2])
  if less(rh, rl, th, tl) then
    rh, rl = told(account, replica, th, tl)
    dh, dl = pair(redis.call('HGET', account, 'drawn'))
  end

  -- A draw whose answer was lost is asked for again and granted once; one that comes after its successor is too late.
  local last, granted
  if known[3] then
    last, granted = string.match(known[3], '^(%d+) (.*)$')
  end
  if last and tonumber(sequence) <= tonumber(last) then
    granted = last == sequence and granted or '0 0'
  else
    local lh, ll = minus(ch, cl, dh, dl)
    local gh, gl = 0, 0
    if lh >= 0 then
      gh = math.floor(lh / shares)
      gl = math.floor((lh % shares * MILLION + ll) / shares)
      if less(gh, gl, eh, el) then
        gh, gl = eh, el
      end
      if less(lh, ll, gh, gl) then
        gh, gl = 0, 0
      end
    end
    dh, dl = plus(dh, dl, gh, gl)
    granted = text(gh, gl)
    redis.call(
      'HSET', account, 'drawn', text(dh, dl), drawn_by, text(plus(rh, rl, gh, gl)), last_of, sequence .. ' ' .. granted)
    redis.call('PEXPIRE', account, life)
  end
  answer[i + 1] = granted .. ' ' .. text(dh, dl)
end
return answer
