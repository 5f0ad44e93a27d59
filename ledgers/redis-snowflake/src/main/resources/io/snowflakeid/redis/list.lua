-- Everything that is written down.
local all = reply('listed')
for _, text_of_either in ipairs(redis.call('HGETALL', key)) do
  all[#all + 1] = text_of_either
end
return all
