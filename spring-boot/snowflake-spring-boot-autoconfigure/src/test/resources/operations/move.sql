INSERT INTO new_ids.snowflake_namespace SELECT * FROM ids.snowflake_namespace;
INSERT INTO new_ids.snowflake_worker SELECT * FROM ids.snowflake_worker;
UPDATE new_ids.snowflake_namespace SET place = '';
UPDATE ids.snowflake_namespace SET scope = 'moved to new_ids';
