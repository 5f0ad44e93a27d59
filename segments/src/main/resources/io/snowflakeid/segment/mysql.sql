CREATE TABLE IF NOT EXISTS snowflake_segment (
  tag VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  next_value BIGINT NOT NULL COMMENT 'no process was given this number or a larger one',
  number_increment BIGINT NOT NULL COMMENT 'the distance of two numbers of this database',
  remainder BIGINT NOT NULL COMMENT 'of the numbers of this database, divided by the increment',
  smallest_step BIGINT NOT NULL COMMENT 'fewest numbers of a range',
  largest_step BIGINT NOT NULL COMMENT 'most numbers of a range',
  max_value BIGINT NOT NULL COMMENT 'largest number',
  restore_gap BIGINT NOT NULL COMMENT 'added to next_value if ranges may be lost, -1: stop',
  version INT NOT NULL COMMENT 'of the format of this row',
  identity CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'random, one for each row that was created',
  incarnation VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL COMMENT 'server and place that wrote last, empty: ranges may be lost',
  last_change CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'random, one for each change of next_value'
) ENGINE = InnoDB;
