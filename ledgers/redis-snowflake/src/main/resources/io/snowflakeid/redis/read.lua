-- One row, its namespace, the server's clock, and which server it is.
local time = redis.call('TIME')
return {'read', time[1], time[2], told('replication', 'role'), server(), text(ARGV[1]), text('namespace')}
