CREATE TABLE IF NOT EXISTS {run} (number INT NOT NULL, plan_hash VARCHAR(64) NOT NULL, program VARCHAR(40) NOT NULL,
  state VARCHAR(16) NOT NULL, started_at TIMESTAMP(3) NOT NULL, finished_at TIMESTAMP(3) NULL,
  CONSTRAINT snowflake_merge_run_key PRIMARY KEY (number)){options};

CREATE TABLE IF NOT EXISTS {source} (number SMALLINT NOT NULL, alias VARCHAR(190) NOT NULL, database_name VARCHAR(64) NOT NULL,
  CONSTRAINT snowflake_merge_source_key PRIMARY KEY (number)){options};

CREATE TABLE IF NOT EXISTS {range} (domain INT NOT NULL, table_name VARCHAR(64) NOT NULL, column_name VARCHAR(64) NOT NULL,
  source SMALLINT NOT NULL, mode VARCHAR(16) NOT NULL, first_id BIGINT NOT NULL, last_id BIGINT NOT NULL, shift BIGINT NOT NULL,
  map_table VARCHAR(64) NULL,
  CONSTRAINT snowflake_merge_range_key PRIMARY KEY (table_name, column_name, source)){options};

CREATE TABLE IF NOT EXISTS {rename} (merge_rule INT NOT NULL, merge_table VARCHAR(64) NOT NULL, merge_column VARCHAR(64) NOT NULL,
  merge_source SMALLINT NOT NULL, merge_old_value {exact_text} NOT NULL, merge_new_value {exact_text} NOT NULL,
  CONSTRAINT snowflake_merge_rename_key PRIMARY KEY (merge_rule, merge_source, merge_old_value)){options};

CREATE TABLE IF NOT EXISTS {step} (name VARCHAR(190) NOT NULL, done_rows BIGINT NOT NULL, millis BIGINT NOT NULL,
  done_at TIMESTAMP(3) NOT NULL,
  CONSTRAINT snowflake_merge_step_key PRIMARY KEY (name)){options};

CREATE TABLE IF NOT EXISTS {span} (span INT NOT NULL, table_name VARCHAR(64) NOT NULL,
  source SMALLINT NOT NULL, after_key MEDIUMTEXT NULL, end_key MEDIUMTEXT NULL, done_rows BIGINT NULL, millis BIGINT NULL,
  CONSTRAINT snowflake_merge_span_key PRIMARY KEY (span)){options};

CREATE TABLE IF NOT EXISTS {check} (table_name VARCHAR(64) NOT NULL, source SMALLINT NOT NULL, expected_rows BIGINT NULL,
  expected_hash VARCHAR(20) NULL, found_rows BIGINT NULL, found_hash VARCHAR(20) NULL, fine SMALLINT NOT NULL,
  millis BIGINT NOT NULL, checked_at TIMESTAMP(3) NOT NULL,
  CONSTRAINT snowflake_merge_check_key PRIMARY KEY (table_name, source)){options};

CREATE TABLE IF NOT EXISTS {fault} (number INT NOT NULL, fault VARCHAR(4000) NOT NULL,
  CONSTRAINT snowflake_merge_fault_key PRIMARY KEY (number)){options}
