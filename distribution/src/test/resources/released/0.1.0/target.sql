CREATE SCHEMA IF NOT EXISTS "merged" AUTHORIZATION "SA";
CREATE MEMORY TABLE "merged"."snowflake_merge_run"(
    "number" INTEGER NOT NULL,
    "plan_hash" CHARACTER VARYING(64) NOT NULL,
    "program" CHARACTER VARYING(40) NOT NULL,
    "state" CHARACTER VARYING(16) NOT NULL,
    "started_at" TIMESTAMP(3) NOT NULL,
    "finished_at" TIMESTAMP(3)
);
ALTER TABLE "merged"."snowflake_merge_run" ADD CONSTRAINT "merged"."snowflake_merge_run_key" PRIMARY KEY("number");
-- 1 +/- SELECT COUNT(*) FROM merged.snowflake_merge_run;
INSERT INTO "merged"."snowflake_merge_run" VALUES
(1, '0f1f053cc2a9f4930a745c227d0adc7daedba1231d8e0620a2ea8e1817150139', 'server-merge of the build', 'running', TIMESTAMP '2026-11-28 13:08:32.562', NULL);
CREATE MEMORY TABLE "merged"."snowflake_merge_source"(
    "number" SMALLINT NOT NULL,
    "alias" CHARACTER VARYING(190) NOT NULL,
    "database_name" CHARACTER VARYING(64) NOT NULL
);
ALTER TABLE "merged"."snowflake_merge_source" ADD CONSTRAINT "merged"."snowflake_merge_source_key" PRIMARY KEY("number");
-- 2 +/- SELECT COUNT(*) FROM merged.snowflake_merge_source;
INSERT INTO "merged"."snowflake_merge_source" VALUES
(1, 's1', 's1'),
(2, 's2', 's2');
CREATE MEMORY TABLE "merged"."snowflake_merge_range"(
    "domain" INTEGER NOT NULL,
    "table_name" CHARACTER VARYING(64) NOT NULL,
    "column_name" CHARACTER VARYING(64) NOT NULL,
    "source" SMALLINT NOT NULL,
    "mode" CHARACTER VARYING(16) NOT NULL,
    "first_id" BIGINT NOT NULL,
    "last_id" BIGINT NOT NULL,
    "shift" BIGINT NOT NULL,
    "map_table" CHARACTER VARYING(64)
);
ALTER TABLE "merged"."snowflake_merge_range" ADD CONSTRAINT "merged"."snowflake_merge_range_key" PRIMARY KEY("table_name", "column_name", "source");
-- 6 +/- SELECT COUNT(*) FROM merged.snowflake_merge_range;
INSERT INTO "merged"."snowflake_merge_range" VALUES
(1, 'hero', 'id', 1, 'OFFSET', 1, 3, 0, NULL),
(1, 'hero', 'id', 2, 'OFFSET', 1, 4, 10, NULL),
(2, 'mail', 'id', 1, 'MAP', 1, 3, 0, NULL),
(2, 'mail', 'id', 2, 'MAP', 1, 7, 0, 'snowflake_merge_map_2'),
(3, 'account', 'id', 1, 'OFFSET', 1, 2, 0, NULL),
(3, 'account', 'id', 2, 'OFFSET', 1, 3, 10, 'snowflake_merge_map_3');
CREATE MEMORY TABLE "merged"."snowflake_merge_rename"(
    "merge_rule" INTEGER NOT NULL,
    "merge_table" CHARACTER VARYING(64) NOT NULL,
    "merge_column" CHARACTER VARYING(64) NOT NULL,
    "merge_source" SMALLINT NOT NULL,
    "merge_old_value" CHARACTER VARYING(700) NOT NULL,
    "merge_new_value" CHARACTER VARYING(700) NOT NULL
);
ALTER TABLE "merged"."snowflake_merge_rename" ADD CONSTRAINT "merged"."snowflake_merge_rename_key" PRIMARY KEY("merge_rule", "merge_source", "merge_old_value");
-- 1 +/- SELECT COUNT(*) FROM merged.snowflake_merge_rename;
INSERT INTO "merged"."snowflake_merge_rename" VALUES
(1, 'hero', 'name', 2, 'Bob', 'Bob.s2');
CREATE MEMORY TABLE "merged"."snowflake_merge_step"(
    "name" CHARACTER VARYING(190) NOT NULL,
    "done_rows" BIGINT NOT NULL,
    "millis" BIGINT NOT NULL,
    "done_at" TIMESTAMP(3) NOT NULL
);
ALTER TABLE "merged"."snowflake_merge_step" ADD CONSTRAINT "merged"."snowflake_merge_step_key" PRIMARY KEY("name");
-- 12 +/- SELECT COUNT(*) FROM merged.snowflake_merge_step;
INSERT INTO "merged"."snowflake_merge_step" VALUES
('begin', 1, 11, TIMESTAMP '2026-11-28 13:08:32.571'),
('origins', 8, 3, TIMESTAMP '2026-11-28 13:08:32.579'),
('left out', 2, 108, TIMESTAMP '2026-11-28 13:08:32.687'),
('create account', 1, 4, TIMESTAMP '2026-11-28 13:08:32.697'),
('create hero', 1, 7, TIMESTAMP '2026-11-28 13:08:32.705'),
('create log_day', 1, 4, TIMESTAMP '2026-11-28 13:08:32.71'),
('create mail', 1, 1, TIMESTAMP '2026-11-28 13:08:32.712'),
('renames 1', 1, 14, TIMESTAMP '2026-11-28 13:08:32.735'),
('spans', 6, 6, TIMESTAMP '2026-11-28 13:08:32.743'),
('map ids', 2, 0, TIMESTAMP '2026-11-28 13:08:32.795'),
('follow 3', 1, 1, TIMESTAMP '2026-11-28 13:08:32.8'),
('ids', 0, 10, TIMESTAMP '2026-11-28 13:08:32.811');
CREATE MEMORY TABLE "merged"."snowflake_merge_span"(
    "span" INTEGER NOT NULL,
    "table_name" CHARACTER VARYING(64) NOT NULL,
    "source" SMALLINT NOT NULL,
    "after_key" CHARACTER VARYING,
    "end_key" CHARACTER VARYING,
    "done_rows" BIGINT,
    "millis" BIGINT
);
ALTER TABLE "merged"."snowflake_merge_span" ADD CONSTRAINT "merged"."snowflake_merge_span_key" PRIMARY KEY("span");
-- 6 +/- SELECT COUNT(*) FROM merged.snowflake_merge_span;
INSERT INTO "merged"."snowflake_merge_span" VALUES
(1, 'account', 1, NULL, NULL, 2, 2),
(2, 'account', 2, NULL, NULL, 1, 2),
(3, 'hero', 1, NULL, NULL, 2, 0),
(4, 'hero', 2, NULL, NULL, 2, 1),
(5, 'mail', 1, NULL, NULL, 2, 0),
(6, 'mail', 2, NULL, NULL, NULL, NULL);
CREATE MEMORY TABLE "merged"."snowflake_merge_check"(
    "table_name" CHARACTER VARYING(64) NOT NULL,
    "source" SMALLINT NOT NULL,
    "expected_rows" BIGINT,
    "expected_hash" CHARACTER VARYING(20),
    "found_rows" BIGINT,
    "found_hash" CHARACTER VARYING(20),
    "fine" SMALLINT NOT NULL,
    "millis" BIGINT NOT NULL,
    "checked_at" TIMESTAMP(3) NOT NULL
);
ALTER TABLE "merged"."snowflake_merge_check" ADD CONSTRAINT "merged"."snowflake_merge_check_key" PRIMARY KEY("table_name", "source");
-- 0 +/- SELECT COUNT(*) FROM merged.snowflake_merge_check;
CREATE MEMORY TABLE "merged"."snowflake_merge_fault"(
    "number" INTEGER NOT NULL,
    "fault" CHARACTER VARYING(4000) NOT NULL
);
ALTER TABLE "merged"."snowflake_merge_fault" ADD CONSTRAINT "merged"."snowflake_merge_fault_key" PRIMARY KEY("number");
-- 0 +/- SELECT COUNT(*) FROM merged.snowflake_merge_fault;
CREATE MEMORY TABLE "merged"."snowflake_merge_plan_ids_3"(
    "merge_source" SMALLINT NOT NULL,
    "merge_old_id" BIGINT NOT NULL,
    "merge_kept_source" SMALLINT NOT NULL,
    "merge_kept_id" BIGINT NOT NULL,
    "merge_new_id" DECIMAL(30) NOT NULL
);
ALTER TABLE "merged"."snowflake_merge_plan_ids_3" ADD CONSTRAINT "merged"."snowflake_merge_plan_ids_3_key" PRIMARY KEY("merge_source", "merge_old_id");
-- 1 +/- SELECT COUNT(*) FROM merged.snowflake_merge_plan_ids_3;
INSERT INTO "merged"."snowflake_merge_plan_ids_3" VALUES
(2, 1, 1, 1, 1);
CREATE MEMORY TABLE "merged"."snowflake_merge_plan_kept_2"(
    "merge_source" INTEGER,
    "login" CHARACTER VARYING(30),
    "merge_key_0" INTEGER,
    "merge_old_3" INTEGER,
    "merge_new_3" DECIMAL(30),
    "merge_rule" INTEGER,
    "merge_row" BIGINT GENERATED BY DEFAULT AS IDENTITY(START WITH 1 RESTART WITH 3) NOT NULL
);
-- 2 +/- SELECT COUNT(*) FROM merged.snowflake_merge_plan_kept_2;
INSERT INTO "merged"."snowflake_merge_plan_kept_2" VALUES
(1, 'ann', 1, 1, 1, NULL, 1),
(1, 'bea', 2, 2, 2, NULL, 2);
CREATE INDEX "merged"."INDEX_8" ON "merged"."snowflake_merge_plan_kept_2"("login" NULLS FIRST);
CREATE MEMORY TABLE "merged"."snowflake_merge_plan_2_1"(
    "id" BIGINT,
    "merge_rule" INTEGER,
    "merge_row" BIGINT GENERATED BY DEFAULT AS IDENTITY(START WITH 1 RESTART WITH 2) NOT NULL
);
-- 1 +/- SELECT COUNT(*) FROM merged.snowflake_merge_plan_2_1;
INSERT INTO "merged"."snowflake_merge_plan_2_1" VALUES
(3, 0, 1);
CREATE INDEX "merged"."INDEX_4" ON "merged"."snowflake_merge_plan_2_1"("id" NULLS FIRST);
CREATE MEMORY TABLE "merged"."account"(
    "id" INTEGER NOT NULL,
    "login" CHARACTER VARYING(30) NOT NULL
);
ALTER TABLE "merged"."account" ADD CONSTRAINT "merged"."CONSTRAINT_B" PRIMARY KEY("id");
-- 3 +/- SELECT COUNT(*) FROM merged.account;
INSERT INTO "merged"."account" VALUES
(1, 'ann'),
(2, 'bea'),
(13, 'dora');
CREATE MEMORY TABLE "merged"."snowflake_merge_plan_1_2"(
    "id" INTEGER,
    "merge_rule" INTEGER,
    "merge_row" BIGINT GENERATED BY DEFAULT AS IDENTITY(START WITH 1 RESTART WITH 2) NOT NULL
);
-- 1 +/- SELECT COUNT(*) FROM merged.snowflake_merge_plan_1_2;
INSERT INTO "merged"."snowflake_merge_plan_1_2" VALUES
(1, 2, 1);
CREATE INDEX "merged"."INDEX_4CB" ON "merged"."snowflake_merge_plan_1_2"("id" NULLS FIRST);
CREATE MEMORY TABLE "merged"."hero"(
    "id" BIGINT GENERATED BY DEFAULT AS IDENTITY(START WITH 1) NOT NULL,
    "name" CHARACTER VARYING(20) NOT NULL,
    "account_id" INTEGER NOT NULL,
    "seen" INTEGER NOT NULL
);
ALTER TABLE "merged"."hero" ADD CONSTRAINT "merged"."CONSTRAINT_3" PRIMARY KEY("id");
-- 4 +/- SELECT COUNT(*) FROM merged.hero;
INSERT INTO "merged"."hero" VALUES
(1, 'Ayla', 1, 9),
(2, 'Bob', 2, 9),
(11, 'Bob.s2', 1, 9),
(14, 'Cid', 13, 9);
CREATE MEMORY TABLE "merged"."log_day"(
    "line" CHARACTER VARYING(40)
);
-- 0 +/- SELECT COUNT(*) FROM merged.log_day;
CREATE MEMORY TABLE "merged"."mail"(
    "id" BIGINT GENERATED BY DEFAULT AS IDENTITY(START WITH 1) NOT NULL,
    "hero_id" BIGINT NOT NULL,
    "signed" CHARACTER VARYING(20)
);
ALTER TABLE "merged"."mail" ADD CONSTRAINT "merged"."CONSTRAINT_33" PRIMARY KEY("id");
-- 2 +/- SELECT COUNT(*) FROM merged.mail;
INSERT INTO "merged"."mail" VALUES
(1, 1, 'Bob'),
(2, 2, NULL);
CREATE MEMORY TABLE "merged"."snowflake_merge_map_2"(
    "merge_source" SMALLINT NOT NULL,
    "merge_old_id" BIGINT NOT NULL,
    "merge_new_id" BIGINT NOT NULL
);
ALTER TABLE "merged"."snowflake_merge_map_2" ADD CONSTRAINT "merged"."snowflake_merge_map_2_key" PRIMARY KEY("merge_source", "merge_old_id");
-- 2 +/- SELECT COUNT(*) FROM merged.snowflake_merge_map_2;
INSERT INTO "merged"."snowflake_merge_map_2" VALUES
(2, 1, 4),
(2, 7, 5);
CREATE MEMORY TABLE "merged"."snowflake_merge_map_3"(
    "merge_source" SMALLINT NOT NULL,
    "merge_old_id" BIGINT NOT NULL,
    "merge_new_id" BIGINT NOT NULL
);
ALTER TABLE "merged"."snowflake_merge_map_3" ADD CONSTRAINT "merged"."snowflake_merge_map_3_key" PRIMARY KEY("merge_source", "merge_old_id");
-- 1 +/- SELECT COUNT(*) FROM merged.snowflake_merge_map_3;
INSERT INTO "merged"."snowflake_merge_map_3" VALUES
(2, 1, 1);
CREATE FORCE VIEW "merged"."snowflake_merge_ids"("alias", "table_name", "column_name", "first_old", "last_old", "first_new") AS
((SELECT
    "s"."alias" AS "alias",
    "r"."table_name" AS "table_name",
    "r"."column_name" AS "column_name",
    "r"."first_id" AS "first_old",
    "r"."last_id" AS "last_old",
    "r"."first_id" + "r"."shift" AS "first_new"
FROM "merged"."snowflake_merge_range" "r"
INNER JOIN "merged"."snowflake_merge_source" "s"
    ON 1=1
WHERE ("s"."number" = "r"."source")
    AND (("r"."map_table" IS NULL)
    OR ("r"."mode" <> 'MAP')))
UNION ALL
(SELECT
    "s"."alias",
    "r"."table_name",
    "r"."column_name",
    "m"."merge_old_id",
    "m"."merge_old_id",
    "m"."merge_new_id"
FROM "merged"."snowflake_merge_map_2" "m"
INNER JOIN "merged"."snowflake_merge_source" "s"
    ON 1=1
INNER JOIN "merged"."snowflake_merge_range" "r"
    ON 1=1
WHERE ("r"."source" = "m"."merge_source")
    AND ("r"."map_table" = 'snowflake_merge_map_2')
    AND ("s"."number" = "m"."merge_source")))
UNION ALL
(SELECT
    "s"."alias",
    "r"."table_name",
    "r"."column_name",
    "m"."merge_old_id",
    "m"."merge_old_id",
    "m"."merge_new_id"
FROM "merged"."snowflake_merge_map_3" "m"
INNER JOIN "merged"."snowflake_merge_source" "s"
    ON 1=1
INNER JOIN "merged"."snowflake_merge_range" "r"
    ON 1=1
WHERE ("r"."source" = "m"."merge_source")
    AND ("r"."map_table" = 'snowflake_merge_map_3')
    AND ("s"."number" = "m"."merge_source"));
