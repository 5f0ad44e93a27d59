alter table hero modify id bigint not null;
