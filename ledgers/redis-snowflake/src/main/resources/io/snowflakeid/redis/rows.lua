-- Returns all fields, each followed by its value.
local all = {'rows'}
for _, text in ipairs(redis.call('HGETALL', key)) do
  all[#all + 1] = text
end
return all
