-- Takes a worker back: others may have it at once, from the holder's mark on. Guarded by the token, so once is enough.
local datacenter, worker, token, mark = ARGV[9], ARGV[10], ARGV[11], tonumber(ARGV[12])

local field = datacenter .. '/' .. worker
local row = redis.call('HGET', key, field)
if row then
  local from, _, quarantined, held_by, holder = parse(row)
  if held_by == token then
    write(field, from, math.max(from, mark), quarantined, '-', holder)
  end
end
return reply('released')
