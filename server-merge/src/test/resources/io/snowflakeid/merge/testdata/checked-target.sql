-- ids of s2 move by 100, except those of its mail, which come from a map
CREATE TABLE snowflake_merge_source (number SMALLINT PRIMARY KEY, alias VARCHAR(64), database_name VARCHAR(64));
CREATE TABLE snowflake_merge_range (
    domain INT, table_name VARCHAR(64), column_name VARCHAR(64), source SMALLINT, mode VARCHAR(8),
    first_id BIGINT, last_id BIGINT, shift BIGINT, map_table VARCHAR(64));
CREATE TABLE snowflake_merge_map_9 (
    merge_source SMALLINT, merge_old_id BIGINT, merge_new_id BIGINT, PRIMARY KEY (merge_source, merge_old_id));
CREATE TABLE snowflake_merge_rename (
    merge_rule INT, merge_table VARCHAR(64), merge_column VARCHAR(64), merge_source SMALLINT,
    merge_old_value VARCHAR(64), merge_new_value VARCHAR(64));
INSERT INTO snowflake_merge_source VALUES (1, 's1', ''), (2, 's2', '');
INSERT INTO snowflake_merge_range SELECT 0, t, 'id', s, 'offset', 1, 3, IF(s = 1, 0, 100), NULL
    FROM (SELECT 'account' t UNION SELECT 'hero' UNION SELECT 'title') t, (SELECT 1 s UNION SELECT 2) s;
INSERT INTO snowflake_merge_range VALUES (9, 'mail', 'id', 1, 'keep', 1, 3, 0, NULL);
INSERT INTO snowflake_merge_range VALUES (9, 'mail', 'id', 2, 'map', 1, 3, 0, 'snowflake_merge_map_9');
INSERT INTO snowflake_merge_map_9 VALUES (2, 1, 7), (2, 2, 6), (2, 3, 5);
INSERT INTO snowflake_merge_rename VALUES (0, 'hero', 'name', 2, 'eowyn ', 'eowyn.s2');
INSERT INTO town VALUES (1, 'north'), (2, 'south');
INSERT INTO account VALUES (1, 'bob'), (2, 'own0'), (102, 'own1');
INSERT INTO hero (id, name, account_id, mentor_id, town_id, portrait) VALUES
    (1, 'Éowyn', 1, NULL, 1, x'0000'), (2, 'Ann0', 1, 1, 2, NULL), (3, 'Cid0', 2, 3, 2, x''),
    (101, 'eowyn.s2', 1, NULL, 1, x'0000'), (102, 'Ann1', 1, 101, 2, NULL), (103, 'Cid1', 102, 103, 2, x'');
INSERT INTO title VALUES
    (1, 1, 'new'), (2, 2, 'new'), (3, 3, 'new'), (101, 101, 'new'), (102, 102, 'new'), (103, 103, 'new');
INSERT INTO worn SELECT hero_id, id FROM title;
INSERT INTO worn SELECT hero_id, id FROM title;
INSERT INTO mail VALUES (1, 1, 2, 'a'), (2, 1, 0, 'b'), (3, 2, 2, NULL), (7, 1, 102, 'a'), (6, 1, 0, 'b'), (5, 2, 2, NULL);
INSERT INTO castle VALUES (1, 1, 10), (2, 2, 10);
INSERT INTO guest VALUES (1, 'Éowyn'), (2, 'Ann0');
INSERT INTO wallet VALUES (1, 5, 0), (2, 7, 7), (102, 7, 7);
CREATE TRIGGER hero_title AFTER INSERT ON hero FOR EACH ROW INSERT INTO title (hero_id, title) VALUES (NEW.id, 'new');
