create table hero (id bigint not null primary key, name varchar(100));
