-- What one replica uses and holds of any number of limits, and how much more it wants of each.
-- KEYS: meta, limit...
-- ARGV: replica, grace ms, sequence, known generation or nothing, then for each limit: the limit, what is occupied, what is lacking, what is wanted,
-- how long that counts in ms, and what has been seen to be occupied by all in data that are lost
-- Returns: generation, ms until it opens, then for each limit what is granted, what is left, what is occupied by all
--
-- The field of a replica holds the sequence, what it occupies and when that ends at the latest; the field lost what
-- replicas occupy that have not told so since the data were lost, the field seen what that is reckoned from.
local current, opens_in, now = generation(KEYS[1], tonumber(ARGV[2]))
local mine = 'by:' .. ARGV[1]
local sequence = tonumber(ARGV[3])
-- A replica that knew other data has to tell first what it had seen in them.
local closed = opens_in > 0 or (ARGV[4] ~= '' and ARGV[4] ~= current)

local function entry(number, amount, ends)
  return string.format('%.0f %.0f %.0f', number, amount, ends)
end

local function read(value)
  local number, amount, ends = string.match(value, '^(%d+) (%d+) (%d+)$')
  return tonumber(number), tonumber(amount), tonumber(ends)
end

local answer = {current, opens_in}

local function push(granted, left, total)
  local n = #answer
  answer[n + 1], answer[n + 2], answer[n + 3] = granted, left, total
end

for i = 2, #KEYS do
  local key, at = KEYS[i], 6 * i - 7
  local limit, occupied, lacking = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local wanted, life, seen = tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4]), tonumber(ARGV[at + 5])
  local others, lost, seen_before, seen_ends, stale = 0, 0, 0, now + life, false
  local fields = redis.call('HGETALL', key)
  for j = 1, #fields, 2 do
    local number, amount, ends = read(fields[j + 1])
    if ends <= now then
      redis.call('HDEL', key, fields[j])
    elseif fields[j] == mine then
      stale = number >= sequence
    elseif fields[j] == 'seen' then
      seen_before, seen_ends = amount, ends
    else
      others = others + amount
      lost = fields[j] == 'lost' and amount or lost
    end
  end
  if stale then
    -- A statement that comes after its successor.
    push(0, 0, 0)
  else
    seen = math.max(seen, seen_before)
    local granted = 0
    if closed then
      if seen > 0 then
        redis.call('HSET', key, 'seen', entry(0, seen, seen_ends))
      end
    else
      if seen > 0 then
        redis.call('HDEL', key, 'seen')
        local missing = math.max(0, seen - others - occupied)
        if missing > 0 then
          others = others + missing
          redis.call('HSET', key, 'lost', entry(0, lost + missing, seen_ends))
        end
      end
      local left = math.max(0, limit - others - occupied)
      granted = math.min(left, math.max(lacking, math.min(wanted, math.floor(left / 4))))
    end
    redis.call('HSET', key, mine, entry(sequence, occupied + granted, now + life))
    redis.call('PEXPIRE', key, string.format('%.0f', math.max(life, seen_ends - now)))
    local total = others + occupied + granted
    push(granted, math.max(0, limit - total), total)
  end
end
return answer
