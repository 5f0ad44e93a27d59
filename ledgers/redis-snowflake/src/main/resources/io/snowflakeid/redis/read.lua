-- One row, its namespace, the server's clock, and which server it is.
local time = redis.call('TIME')
local row = redis.call('HGET', key, ARGV[1]) or ''
return {'read', time[1], time[2], told('replication', 'role'), server(), row, unpack(namespace())}
