-- Moves the end of a window further, never back: one window beyond the later of the clock and what the holder has reached. A clock
-- that leapt ahead counts for no more than max_leap. Who has lapsed is refused, even if nobody has taken the worker yet.
local datacenter, worker, token = ARGV[9], ARGV[10], ARGV[11]
local position, max_leap, held_till = tonumber(ARGV[12]), tonumber(ARGV[13]), tonumber(ARGV[14])

local opens_at, refusal = open()
if refusal then
  return refusal
end
-- ids that run ahead of the clock have windows that reach beyond the longest one from now on: their holder says how far
if now < opens_at and held_till > opens_at then
  opens_at = held_till
  redis.call('HSET', key, 'opens_at', text(opens_at))
end
local field = datacenter .. '/' .. worker
local row = redis.call('HGET', key, field)
local from, till, quarantined, held_by, holder
if row then
  from, till, quarantined, held_by, holder = parse(row)
end
if held_by ~= token then
  -- as long as it is not open, nobody is granted anything: a holder that may have been forgotten can use its window up
  if now < opens_at then
    return reply('forgotten', text(opens_at))
  end
  return reply('lost')
end
if till <= now then
  return reply('lost')
end
local begin = math.min(math.max(now, position), position + max_leap)
till = math.max(till, math.min(begin + window, end_tick))
write(field, from, till, math.max(quarantined, begin + 2 * window), token, holder)
return reply('granted', worker, text(from), text(till))
