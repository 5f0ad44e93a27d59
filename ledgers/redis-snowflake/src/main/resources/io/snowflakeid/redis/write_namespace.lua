-- Writes the namespace if it is as it was read, or if it is not there and was not. Sent again, it finds what it has written.
local seen = ARGV[1]
local wanted = {unpack(ARGV, 2)}

local present = table.concat(namespace(), '\n')
if present == table.concat(wanted, '\n') then
  return {'written'}
end
if present ~= seen then
  return {'changed'}
end
for i = 1, #NAMESPACE do
  redis.call('HSET', key, NAMESPACE[i], wanted[i])
end
return {'written'}
