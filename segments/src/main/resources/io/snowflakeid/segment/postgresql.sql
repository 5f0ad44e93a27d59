CREATE TABLE IF NOT EXISTS snowflake_segment (
  tag VARCHAR(64) NOT NULL PRIMARY KEY,
  next_value BIGINT NOT NULL,
  number_increment BIGINT NOT NULL,
  remainder BIGINT NOT NULL,
  smallest_step BIGINT NOT NULL,
  largest_step BIGINT NOT NULL,
  max_value BIGINT NOT NULL,
  restore_gap BIGINT NOT NULL,
  version INT NOT NULL,
  identity VARCHAR(32) NOT NULL,
  incarnation VARCHAR(400) NOT NULL,
  last_change VARCHAR(32) NOT NULL
);
