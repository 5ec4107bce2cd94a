-- Amounts are pairs of whole numbers: millions of picodollars, and the rest below a million. A number of Lua is a
-- double and holds whole numbers up to 2^53 only, which is no more than nine thousand dollars.
local MILLION = 1000000

local function pair(text)
  if not text then
    return 0, 0
  end
  local high, low = string.match(text, '^(-?%d+) (%d+)$')
  return tonumber(high), tonumber(low)
end

local function text(high, low)
  return string.format('%.0f %.0f', high, low)
end

local function plus(ah, al, bh, bl)
  local high, low = ah + bh, al + bl
  if low >= MILLION then
    return high + 1, low - MILLION
  end
  return high, low
end

local function minus(ah, al, bh, bl)
  local high, low = ah - bh, al - bl
  if low < 0 then
    return high - 1, low + MILLION
  end
  return high, low
end

local function less(ah, al, bh, bl)
  return ah < bh or (ah == bh and al < bl)
end

local function now_millis()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- The life of the data: another server, a restarted one or an emptied one starts a new one. Until it opens, replicas
-- tell what they have drawn, and nothing is granted.
local function generation(meta, grace_millis)
  local now = now_millis()
  local info = redis.pcall('INFO', 'server')
  local run = type(info) == 'string' and string.match(info, 'run_id:(%w+)') or 'unknown'
  local known = redis.call('HMGET', meta, 'run', 'generation', 'opens')
  if known[1] ~= run or not known[2] then
    known[2] = string.format('%s-%.0f', run, now)
    known[3] = now + grace_millis
    redis.call('HSET', meta, 'run', run, 'generation', known[2], 'opens', string.format('%.0f', known[3]))
  end
  return known[2], math.max(0, tonumber(known[3]) - now), now
end

-- A replica is alive until its lease ends.
local function alive(live, replica, lease_millis, now)
  redis.call('ZADD', live, string.format('%.0f', now + lease_millis), replica)
end

-- Raises what a replica has drawn to what it says; what it had is returned. The books of an account are what each
-- replica has drawn and what was lost: drawn by replicas that have not told so. The sum of all is drawn.
local function told(account, replica, high, low)
  local field = 'drawn:' .. replica
  local rh, rl = pair(redis.call('HGET', account, field))
  if not less(rh, rl, high, low) then
    return rh, rl
  end
  local mh, ml = minus(high, low, rh, rl)
  local lh, ll = pair(redis.call('HGET', account, 'lost'))
  local fh, fl = mh, ml
  if less(lh, ll, fh, fl) then
    fh, fl = lh, ll
  end
  local dh, dl = pair(redis.call('HGET', account, 'drawn'))
  dh, dl = plus(dh, dl, minus(mh, ml, fh, fl))
  redis.call('HSET', account, 'drawn', text(dh, dl), 'lost', text(minus(lh, ll, fh, fl)), field, text(high, low))
  return high, low
end

-- Raises the sum to what somebody has seen it to be before the data were lost.
local function seen(account, high, low)
  local dh, dl = pair(redis.call('HGET', account, 'drawn'))
  if less(dh, dl, high, low) then
    local lh, ll = pair(redis.call('HGET', account, 'lost'))
    lh, ll = plus(lh, ll, minus(high, low, dh, dl))
    redis.call('HSET', account, 'drawn', text(high, low), 'lost', text(lh, ll))
    return high, low
  end
  return dh, dl
end
