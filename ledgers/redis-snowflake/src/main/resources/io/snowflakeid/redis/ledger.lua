-- The first part of every script. A ledger is one hash, so that it is lost as a whole or not at all: what it was set up with,
-- and a field "datacenter/worker" per worker, "from until quarantined_until token holder" in ticks of the layout. Numbers of Lua
-- are doubles: whole ones are exact below 2^53, and written with %.0f.
local key = KEYS[1]
local layout, scope, version = ARGV[1], ARGV[2], ARGV[3]
local epoch_millis, tick_millis = tonumber(ARGV[4]), tonumber(ARGV[5])
local window, margin, end_tick = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])

local time = redis.call('TIME')
local now_millis = time[1] * 1000 + math.floor(time[2] / 1000)
local now = math.floor((now_millis - epoch_millis) / tick_millis)

local function text(tick)
  return string.format('%.0f', tick)
end

local function reply(status, ...)
  return {status, time[1], time[2], ...}
end

local function worker_field(datacenter, worker)
  return datacenter .. '/' .. text(worker)
end

local function parse(row)
  local from, till, quarantined, token, holder = string.match(row, '^(%S+) (%S+) (%S+) (%S+) (.*)$')
  return tonumber(from), tonumber(till), tonumber(quarantined), token, holder
end

local function write(field, from, till, quarantined, token, holder)
  redis.call('HSET', key, field, table.concat({text(from), text(till), text(quarantined), token, holder}, ' '))
end

-- which server this is, until it restarts; nil if it does not tell, as where INFO is not allowed
local function this_server()
  local info = redis.pcall('INFO', 'server')
  return type(info) == 'string' and string.match(info, 'run_id:(%w+)') or nil
end

-- What this server has forgotten are windows that end within the longest one from now on: none begins before.
local function opening(longest_window)
  return now + longest_window + margin
end

-- Sets the namespace up if it is missing, opens it later if the server is another one than before; the tick at which it opens,
-- or a refusal.
local function open()
  local stored = redis.call('HMGET', key, 'layout', 'scope', 'version', 'server', 'opens_at', 'longest_window')
  local server = this_server()
  if not stored[1] then
    local opens_at = opening(window)
    redis.call('HSET', key, 'layout', layout, 'scope', scope, 'version', version, 'server', server or 'unknown',
      'opens_at', text(opens_at), 'longest_window', text(window))
    return opens_at
  end
  if stored[1] ~= layout or stored[2] ~= scope or stored[3] ~= version then
    return nil, reply('differs', stored[1], tostring(stored[2]), tostring(stored[3]))
  end
  local opens_at, longest_window = tonumber(stored[5]), math.max(window, tonumber(stored[6]))
  if server and stored[4] ~= server then
    opens_at = math.max(opens_at, opening(longest_window))
    redis.call('HSET', key, 'server', server, 'opens_at', text(opens_at))
  end
  if longest_window > tonumber(stored[6]) then
    redis.call('HSET', key, 'longest_window', text(longest_window))
  end
  return opens_at
end
