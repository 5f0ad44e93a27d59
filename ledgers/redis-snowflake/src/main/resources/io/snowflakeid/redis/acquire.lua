-- Grants a free worker: the one unused for the longest time, else one that never was, else one whose spent ticks reach far ahead.
-- Sent again with the same token, as clients do when a connection breaks, it grants nothing more.
local wall_millis, farthest_clock_millis, slack = tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11])
local datacenter, first, last = ARGV[12], tonumber(ARGV[13]), tonumber(ARGV[14])
local token, holder = ARGV[15], ARGV[16]
local CHUNK = 256

-- before anything is written: a clock that is far off would spend the ticks of a worker for good
if math.abs(now_millis - wall_millis) > farthest_clock_millis then
  return reply('clock')
end
if now < 0 then
  return reply('early')
end
if now >= end_tick then
  return reply('over')
end
local opens_at, refusal = open()
if refusal then
  return refusal
end
if now < opens_at then
  return reply('opening', text(opens_at))
end

local function granted(worker, from, till)
  return reply('granted', text(worker), text(from), text(till))
end

local free, unused, far = nil, nil, nil
local free_till, far_till = nil, nil

local function consider(worker, till)
  if till >= end_tick then
    return
  end
  if till <= now + slack then
    if not free or till < free_till then
      free, free_till = worker, till
    end
  elseif not far or till < far_till then
    far, far_till = worker, till
  end
end

-- workers are used from the first one on, so what comes after one that never was, never was
local worker = first
while worker <= last and not unused do
  local fields = {}
  for number = worker, math.min(worker + CHUNK - 1, last) do
    fields[#fields + 1] = worker_field(datacenter, number)
  end
  for _, row in ipairs(redis.call('HMGET', key, unpack(fields))) do
    if row then
      -- every row is looked at: no more of it than need be
      local till, quarantined, sign = string.match(row, '^%S+ (%S+) (%S+) (%S)')
      if sign ~= '-' and string.find(row, token, 1, true) then
        local from = string.match(row, '^%S+')
        return granted(worker, tonumber(from), tonumber(till))
      end
      if sign == '-' or tonumber(quarantined) <= now then
        consider(worker, tonumber(till))
      end
    elseif not unused then
      unused = worker
    end
    worker = worker + 1
  end
end

local chosen, spent = free, free_till
if not chosen then
  chosen, spent = unused, now
end
if not chosen then
  chosen, spent = far, far_till
end
if not chosen then
  return reply('taken')
end
local from = math.max(spent, now)
local till = math.min(from + window, end_tick)
write(worker_field(datacenter, chosen), from, till, from + 2 * window, token, holder)
return granted(chosen, from, till)
