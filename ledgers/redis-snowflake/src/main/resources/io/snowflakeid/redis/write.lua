-- Writes a field if it is as it was read: a row only if this is the server that was asked before, and the namespace is as it was, too. Sent
-- again, as clients do when a connection breaks, it finds what it has written.
local field, seen, wanted, seen_server, seen_namespace = unpack(ARGV)

local present = text(field)
if present == wanted then
  return {'written'}
end
local guarded = field == 'namespace' or (server() == seen_server and text('namespace') == seen_namespace)
if present ~= seen or not guarded then
  return {'changed'}
end
redis.call('HSET', key, field, wanted)
return {'written'}
