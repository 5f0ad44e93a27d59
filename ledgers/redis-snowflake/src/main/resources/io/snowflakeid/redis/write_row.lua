-- Writes a row if this is the server that was asked before, and if row and namespace are as they were read. Sent again, as clients do
-- when a connection breaks, it finds what it has written.
local field, seen, wanted = ARGV[1], ARGV[2], ARGV[3]
local seen_server, seen_namespace = ARGV[4], ARGV[5]

local present = redis.call('HGET', key, field) or ''
if present == wanted then
  return {'written'}
end
if present ~= seen or server() ~= seen_server or table.concat(namespace(), '\n') ~= seen_namespace then
  return {'changed'}
end
redis.call('HSET', key, field, wanted)
return {'written'}
