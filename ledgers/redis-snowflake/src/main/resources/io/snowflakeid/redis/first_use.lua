-- Sets up a namespace that nobody has ever used: it is open from now on.
if redis.call('EXISTS', key) == 1 then
  return reply('exists')
end
open()
redis.call('HSET', key, 'opens_at', text(now))
return reply('opening', text(now))
