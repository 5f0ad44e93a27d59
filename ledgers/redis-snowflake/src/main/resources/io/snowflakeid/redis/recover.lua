-- Opens the ledger later, as if its server had just been replaced. What was meant to be later still stays.
local opens_at, refusal = open()
if refusal then
  return refusal
end
local longest_window = tonumber(redis.call('HGET', key, 'longest_window'))
opens_at = math.max(opens_at, opening(longest_window))
redis.call('HSET', key, 'opens_at', text(opens_at))
return reply('opening', text(opens_at))
