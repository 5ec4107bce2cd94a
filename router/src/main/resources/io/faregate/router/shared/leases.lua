-- KEYS: live
-- Returns: each replica and when its lease ends
return redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
