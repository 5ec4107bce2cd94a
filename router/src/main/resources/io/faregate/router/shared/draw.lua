-- KEYS: meta, live, account
-- ARGV: replica, grace ms, lease ms, generation, sequence, cap, least, shares a replica, told, time to live ms
-- Returns: outcome, generation, ms until it opens, granted, drawn by all
local current, opens_in, now = generation(KEYS[1], tonumber(ARGV[2]))
alive(KEYS[2], ARGV[1], tonumber(ARGV[3]), now)
if current ~= ARGV[4] then
  return {'tell', current, opens_in, '0 0', ''}
end
if opens_in > 0 then
  return {'wait', current, opens_in, '0 0', ''}
end
local account, replica = KEYS[3], ARGV[1]
local rh, rl = told(account, replica, pair(ARGV[9]))
local ch, cl = pair(ARGV[6])
local dh, dl = pair(redis.call('HGET', account, 'drawn'))
local lh, ll = minus(ch, cl, dh, dl)

-- A draw whose answer was lost is asked for again and granted once; one that comes after its successor is too late.
local last = redis.call('HGET', account, 'last:' .. replica)
if last then
  local sequence, granted = string.match(last, '^(%d+) (.*)$')
  if tonumber(ARGV[5]) <= tonumber(sequence) then
    if sequence ~= ARGV[5] then
      granted = '0 0'
    end
    return {'ok', current, 0, granted, text(dh, dl)}
  end
end

local gh, gl = 0, 0
if lh >= 0 then
  local shares = tonumber(ARGV[8]) * math.max(1, redis.call('ZCOUNT', KEYS[2], string.format('%.0f', now), '+inf'))
  gh = math.floor(lh / shares)
  gl = math.floor((lh % shares * MILLION + ll) / shares)
  local eh, el = pair(ARGV[7])
  if less(gh, gl, eh, el) then
    gh, gl = eh, el
  end
  if less(lh, ll, gh, gl) then
    gh, gl = 0, 0
  end
end
dh, dl = plus(dh, dl, gh, gl)
redis.call(
  'HSET', account,
  'drawn', text(dh, dl),
  'drawn:' .. replica, text(plus(rh, rl, gh, gl)),
  'last:' .. replica, ARGV[5] .. ' ' .. text(gh, gl))
redis.call('PEXPIRE', account, ARGV[10])
return {'ok', current, 0, text(gh, gl), text(dh, dl)}
