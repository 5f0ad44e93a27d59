-- Writes a field if it is unchanged. A row is written only on the server that was read, and only if the namespace is unchanged, too. A
-- client may send the script again after a broken connection; it then finds its own text.
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
