-- Returns a row, its namespace, and the server's clock, role and name.
local time = redis.call('TIME')
return {'read', time[1], time[2], info_of('replication', 'role'), server(), text(ARGV[1]), text('namespace')}
