-- The first part of every script. A ledger is one hash, so that it is lost as a whole or not at all: a field "namespace", and a field
-- "datacenter/worker" per worker, "from until quarantined_until token holder" in ticks of the layout. The scripts decide nothing: a
-- process reads, decides, and writes a field only if it is unchanged.
local key = KEYS[1]

local function text(field)
  return redis.call('HGET', key, field) or ''
end

-- A value of INFO; empty if INFO is not allowed.
local function info_of(section, name)
  local info = redis.pcall('INFO', section)
  return type(info) == 'string' and string.match(info, '[\r\n]' .. name .. ':(%w+)') or ''
end

-- The server's name: the first part is new with each start, the second with each promotion. Empty if INFO is not allowed.
local function server()
  local id = string.sub(info_of('server', 'run_id'), 1, 16) .. '-' .. string.sub(info_of('replication', 'master_replid'), 1, 16)
  return id ~= '-' and id or ''
end
