-- The first part of every script. A ledger is one hash, so that it is lost as a whole or not at all: a field "namespace", and a field
-- "datacenter/worker" per worker, "from until quarantined_until token holder" in ticks of the layout. Nothing is decided here: the
-- process that asks does so, by what it has read, and what it writes is written if all still is as it was read.
local key = KEYS[1]

local function text(field)
  return redis.call('HGET', key, field) or ''
end

-- empty where INFO is not allowed
local function told(section, name)
  local info = redis.pcall('INFO', section)
  return type(info) == 'string' and string.match(info, '[\r\n]' .. name .. ':(%w+)') or ''
end

-- Which server this is: the first part is fresh with each start, the second with each promotion. Empty if it does not say.
local function server()
  local id = string.sub(told('server', 'run_id'), 1, 16) .. '-' .. string.sub(told('replication', 'master_replid'), 1, 16)
  return id ~= '-' and id or ''
end
