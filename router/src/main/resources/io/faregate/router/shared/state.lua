-- What routers were told to change: one document, its version and the token of who put it there.
-- KEYS: meta, state
-- ARGV: grace ms, what to do, version, document, token
-- To do: 'read' with the version that is held; 'keep' what is held if the store has lost it; 'change' to the next
-- version from the one just before it.
-- Returns: 'done', 'same', 'newer', 'behind' or 'wait', then the version, the document if it is newer, and the ms until
-- the store opens
local current, opens_in = generation(KEYS[1], tonumber(ARGV[1]))
local known = redis.call('HMGET', KEYS[2], 'version', 'token')
local version, mine = tonumber(known[1] or '0'), tonumber(ARGV[3])

local function put()
  redis.call('HSET', KEYS[2], 'version', ARGV[3], 'document', ARGV[4], 'token', ARGV[5])
  return {'done', mine, '', 0}
end

if version > mine or (ARGV[2] == 'change' and version == mine and known[2] ~= ARGV[5]) then
  return {'newer', version, redis.call('HGET', KEYS[2], 'document'), 0}
end
if ARGV[2] == 'change' then
  if version == mine then
    return {'done', mine, '', 0}
  end
  if version < mine - 1 then
    return {'behind', version, '', 0}
  end
  if opens_in > 0 then
    return {'wait', version, '', opens_in}
  end
  return put()
end
if version < mine then
  return ARGV[2] == 'keep' and put() or {'behind', version, '', 0}
end
return {'same', version, '', 0}
